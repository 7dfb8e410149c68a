import { asc, eq } from 'drizzle-orm';
import { commentLikes, commentMentions, comments, keptOut } from '#db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../../deps.ts';
import type { Person } from '../../administration/privacy/personal.ts';
import { eraseWritten, unlikeAll } from './erasure.ts';

/** Read by parts while they are written: somebody may have written very much. */
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
