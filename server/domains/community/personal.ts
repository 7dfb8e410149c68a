import { asc, eq, getTableColumns, or } from 'drizzle-orm';
import {
  commentLikes,
  commentMentions,
  comments,
  keptOut,
  likes,
  popReactions,
  ratings,
  shutOuts,
  tsukkomiComments,
} from '../../../db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../deps.ts';
import type { Person } from '../administration/privacy/personal.ts';
import { takeBack } from '../reading/counts/leaving.ts';
import { eraseWritten, unlikeAll } from './comments/erasure.ts';
import { takeReactionsBack } from './short-notes/reactions.ts';

export async function collectReactions(deps: Deps, { id }: Person) {
  const liked = await deps.db
    .select({ episodeId: likes.episodeId, createdAt: likes.createdAt })
    .from(likes)
    .where(eq(likes.readerId, id))
    .orderBy(asc(likes.episodeId));
  const rated = await deps.db
    .select({
      storyId: ratings.storyId,
      stars: ratings.stars,
      createdAt: ratings.createdAt,
      updatedAt: ratings.updatedAt,
    })
    .from(ratings)
    .where(eq(ratings.readerId, id))
    .orderBy(asc(ratings.storyId));
  return { files: { likes: liked, ratings: rated } };
}

export async function eraseReactions(tx: TransactionDeps, { id }: Person): Promise<void> {
  const liked = await tx.db
    .delete(likes)
    .where(eq(likes.readerId, id))
    .returning({ episodeId: likes.episodeId });
  const rated = await tx.db
    .delete(ratings)
    .where(eq(ratings.readerId, id))
    .returning({ storyId: ratings.storyId, stars: ratings.stars });
  await takeBack(tx, { likedEpisodeIds: liked.map(({ episodeId }) => episodeId), ratings: rated });
}

export async function collectPeople(deps: Deps, { id }: Person) {
  const people = await deps.db
    .select({ personId: shutOuts.personId, kind: shutOuts.kind, createdAt: shutOuts.createdAt })
    .from(shutOuts)
    .where(eq(shutOuts.readerId, id))
    .orderBy(asc(shutOuts.createdAt));
  return { files: { people } };
}

export async function erasePeople(tx: TransactionDeps, { id }: Person): Promise<void> {
  await tx.db.delete(shutOuts).where(or(eq(shutOuts.readerId, id), eq(shutOuts.personId, id)));
}

/** Read in parts while the export is written, because some people have written very much. */
const PART_COUNT = 500;

export async function collectComments(deps: Deps, { id }: Person) {
  const liked = await deps.db
    .select({ commentId: commentLikes.commentId, createdAt: commentLikes.createdAt })
    .from(commentLikes)
    .where(eq(commentLikes.readerId, id))
    .orderBy(asc(commentLikes.commentId));
  return { files: { comment_likes: liked }, streams: { comments: ownComments(deps, id) } };
}

async function* ownComments(deps: Deps, authorId: string) {
  for (let offset = 0; ; offset += PART_COUNT) {
    const part = await deps.db
      .select({
        id: comments.id,
        storyId: comments.storyId,
        episodeId: comments.episodeId,
        parentId: comments.parentId,
        body: comments.body,
        spoiler: comments.spoiler,
        state: comments.state,
        createdAt: comments.createdAt,
        editedAt: comments.editedAt,
      })
      .from(comments)
      .where(eq(comments.authorId, authorId))
      .orderBy(asc(comments.id))
      .limit(PART_COUNT)
      .offset(offset);
    yield* part;
    if (part.length < PART_COUNT) return;
  }
}

export async function eraseComments(tx: TransactionDeps, { id }: Person): Promise<void> {
  await unlikeAll(tx, id);
  await tx.db.delete(commentMentions).where(eq(commentMentions.userId, id));
  await tx.db.delete(keptOut).where(eq(keptOut.userId, id));
  await eraseWritten(tx, id);
}

export async function collectNotes(deps: Deps, { id }: Person) {
  const { authorId: _author, ...noteColumns } = getTableColumns(tsukkomiComments);
  const notes = await deps.db
    .select(noteColumns)
    .from(tsukkomiComments)
    .where(eq(tsukkomiComments.authorId, id))
    .orderBy(asc(tsukkomiComments.id));
  const { readerId: _reader, ...feltColumns } = getTableColumns(popReactions);
  const felt = await deps.db
    .select(feltColumns)
    .from(popReactions)
    .where(eq(popReactions.readerId, id))
    .orderBy(asc(popReactions.id));
  return { files: { short_notes: notes, pop_reactions: felt } };
}

export async function eraseNotes(tx: TransactionDeps, { id }: Person): Promise<void> {
  await tx.db.delete(tsukkomiComments).where(eq(tsukkomiComments.authorId, id));
  await takeReactionsBack(tx, id);
}
