import { and, asc, count, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import type { Static } from 'typebox';
import {
  blockStatements,
  commentLikes,
  commentMentions,
  comments,
  media,
  shutOuts,
  storyMembers,
  users,
} from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import type { ReplyOf } from '../../../lib/contract.ts';
import { notFound } from '../../../lib/errors.ts';
import { partsOf } from '../../../lib/written.ts';
import { smallAddress } from '../../media/present.ts';
import { decideShowing } from '../../platform/policy/visibility.ts';
import { pictureColumns } from '../../reading/reader/cards.ts';
import type { Comment, commentsContract } from './contract.ts';
import { PLACE_PAGES_MAX_COUNT, type Sort } from './rules.ts';
import { type Asking, type Place, requireThread, type Thread } from './threads.ts';

export type CommentView = Static<typeof Comment>;
export type CommentList = ReplyOf<(typeof commentsContract)['GET /comments']>;
export type ReplyList = ReplyOf<(typeof commentsContract)['GET /comment_replies']>;
type Paging = { page: number; perPage: number };

const ofViewer = (viewerId: string | null, yes: (id: string) => SQL): SQL<boolean> =>
  viewerId === null ? sql<boolean>`false` : sql<boolean>`${yes(viewerId)}`;

const isShutOutFor = (viewerId: string | null) =>
  ofViewer(
    viewerId,
    (id) => sql`exists (select 1 from ${shutOuts}
      where ${shutOuts.readerId} = ${id} and ${shutOuts.personId} = ${comments.authorId})`,
  );

const selectComments = (deps: Pick<Deps, 'db'>, viewerId: string | null) =>
  deps.db
    .select({
      comment: comments,
      author: { id: users.id, slug: users.slug, displayName: users.displayName },
      face: pictureColumns,
      isByTeam: sql<boolean>`exists (select 1 from ${storyMembers}
        where ${storyMembers.storyId} = ${comments.storyId} and ${storyMembers.userId} = ${comments.authorId})`,
      isShutOut: isShutOutFor(viewerId),
      isLiked: ofViewer(
        viewerId,
        (id) => sql`exists (select 1 from ${commentLikes}
          where ${commentLikes.readerId} = ${id} and ${commentLikes.commentId} = ${comments.id})`,
      ),
      statementId: sql<string | null>`${
        viewerId === null
          ? sql`null`
          : sql`(select ${blockStatements.id} from ${blockStatements} where ${blockStatements.subjectId} = ${comments.id}
              and ${blockStatements.endedAt} is null and ${blockStatements.ownerId} = ${viewerId}
              and ${comments.state} = 'hidden')`
      }`,
      mentions: sql<string[]>`array(select named.slug from ${commentMentions} join ${users} named
        on named.id = ${commentMentions.userId} where ${commentMentions.commentId} = ${comments.id})`,
    })
    .from(comments)
    .leftJoin(users, and(eq(users.id, comments.authorId), isNull(users.erasedAt)))
    .leftJoin(media, eq(media.id, users.pictureMediaId))
    .$dynamic();

type Row = Awaited<ReturnType<typeof selectComments>>[number];
type Onlooker = { id: string | null; isTeam: boolean };

/** Comments for which `decideShowing` returns something, so that pages are full. */
const mayBeSeen = ({ id, isTeam }: Onlooker): SQL | undefined =>
  or(
    and(eq(comments.state, 'shown'), or(sql`not ${isShutOutFor(id)}`, sql`${comments.repliesCount} > 0`)),
    and(sql`${comments.repliesCount} > 0`, inArray(comments.state, ['held', 'hidden', 'deleted'])),
    and(
      inArray(comments.state, ['held', 'hidden']),
      isTeam ? undefined : id === null ? sql`false` : eq(comments.authorId, id),
    ),
  );

function present(row: Row, onlooker: Onlooker): CommentView[] {
  const { comment, author, face } = row;
  const hasReplies = comment.repliesCount > 0;
  const shutOut = new Set(row.isShutOut && comment.authorId !== null ? [comment.authorId] : []);
  const showing = decideShowing({ ...comment, hasReplies }, { ...onlooker, shutOut });
  if (showing === 'nothing') return [];
  const isGone = showing === 'place';
  const body = isGone ? '' : comment.body;
  const named = new Set(row.mentions);
  return [
    {
      id: comment.id,
      story_id: comment.storyId,
      episode_id: comment.episodeId,
      comment_id: comment.parentId,
      body,
      parts: partsOf(body, (slug) => named.has(slug)),
      author:
        isGone || author === null
          ? null
          : {
              id: author.id,
              slug: author.slug,
              display_name: author.displayName,
              mini_thumbnail_url: face && smallAddress(face, 160),
              is_team: row.isByTeam,
            },
      spoiler: !isGone && comment.spoiler,
      created_at: comment.createdAt.toISOString(),
      edited_at: (isGone ? null : comment.editedAt)?.toISOString() ?? null,
      replies_count: comment.repliesCount,
      likes_count: isGone ? 0 : comment.likesCount,
      liked: !isGone && row.isLiked,
      own: !isGone && comment.authorId !== null && comment.authorId === onlooker.id,
      hidden: showing === 'marked' && comment.state === 'hidden',
      held: showing === 'marked' && comment.state === 'held',
      statement_id: showing === 'marked' ? row.statementId : null,
      gone: isGone,
      shut_out: isGone && row.isShutOut && comment.state === 'shown',
      pinned: !isGone && comment.pinnedAt !== null,
    },
  ];
}

const onlookerOf = ({ viewer }: Asking, { isTeam }: Pick<Thread, 'isTeam'>): Onlooker => ({
  id: viewer?.id ?? null,
  isTeam,
});

const inThread = ({ storyId, episodeId }: Pick<Thread, 'storyId' | 'episodeId'>) =>
  and(
    episodeId === null
      ? and(eq(comments.storyId, storyId), isNull(comments.episodeId))
      : and(eq(comments.episodeId, episodeId), isNotNull(comments.episodeId)),
    isNull(comments.parentId),
  );

const orderOf: Record<Sort, SQL[]> = {
  new: [sql`${comments.id} desc nulls first`],
  top: [sql`${comments.likesCount} desc nulls first`, sql`${comments.id} desc nulls first`],
};

const partOf = <Query extends PgSelect>(query: Query, { page, perPage }: Paging) =>
  query.limit(perPage).offset((page - 1) * perPage);

/** Throws 404, 451, 402 as reading would. Three queries. */
export async function listComments(
  deps: Deps,
  asking: Asking,
  place: Place,
  { sort, ...paging }: Paging & { sort: Sort },
): Promise<CommentList> {
  const thread = await requireThread(deps, asking, place);
  const onlooker = onlookerOf(asking, thread);
  const where = and(inThread(thread), mayBeSeen(onlooker));
  const [pinned, rows] = await Promise.all([
    paging.page === 1
      ? selectComments(deps, onlooker.id)
          .where(and(eq(comments.storyId, thread.storyId), isNotNull(comments.pinnedAt), where))
          .orderBy(desc(comments.pinnedAt))
          .limit(1)
      : [],
    partOf(
      selectComments(deps, onlooker.id)
        .where(and(where, isNull(comments.pinnedAt)))
        .orderBy(...orderOf[sort]),
      paging,
    ),
  ]);
  return {
    comments: [...pinned, ...rows].flatMap((row) => present(row, onlooker)),
    comments_count: thread.shownCount,
    closed: thread.isClosed,
    locked: thread.isLocked,
    moderates: thread.moderates,
    states_reasons: thread.statesReasons,
    viewer_id: onlooker.id,
    page: paging.page,
    per_page: paging.perPage,
    total: thread.listedCount,
  };
}

/** Oldest first. Throws as reading would, and 404 for an invisible comment. Three queries. */
export async function listReplies(
  deps: Deps,
  asking: Asking,
  commentId: string,
  paging: Paging,
): Promise<ReplyList> {
  const { comment, onlooker } = await findSeen(deps, asking, commentId);
  const rows = await partOf(
    selectComments(deps, onlooker.id)
      .where(and(eq(comments.parentId, commentId), mayBeSeen(onlooker)))
      .orderBy(asc(comments.id)),
    paging,
  );
  return {
    replies: rows.flatMap((row) => present(row, onlooker)),
    page: paging.page,
    per_page: paging.perPage,
    total: comment.replies_count,
  };
}

async function findSeen(
  deps: Deps,
  asking: Asking,
  id: string,
  { evenShutOut = false } = {},
): Promise<{ comment: CommentView; onlooker: Onlooker; thread: Thread }> {
  const [row] = await selectComments(deps, asking.viewer?.id ?? null).where(eq(comments.id, id));
  if (row === undefined) throw notFound('not_found');
  const { storyId, episodeId } = row.comment;
  const thread = await requireThread(deps, asking, episodeId === null ? { storyId } : { episodeId });
  const onlooker = onlookerOf(asking, thread);
  const [comment] = present(evenShutOut ? { ...row, isShutOut: false } : row, onlooker);
  if (comment === undefined) throw notFound('not_found');
  return { comment, onlooker, thread };
}

/** Throws 404, 451 or 402 unless the viewer may see the comment. */
export const findComment = async (deps: Deps, asking: Asking, id: string): Promise<CommentView> =>
  (await findSeen(deps, asking, id)).comment;

/** For reports, which are possible even for muted and blocked authors. */
export const findReported = async (deps: Deps, asking: Asking, id: string): Promise<CommentView> =>
  (await findSeen(deps, asking, id, { evenShutOut: true })).comment;

type ThreadFrame = { isClosed: boolean; moderates: boolean; statesReasons: boolean; viewerId: string | null };

/** Also finds the page of the comment, or of its parent, newest first. Null beyond a hundred pages. */
export async function findCommentPlace(
  deps: Deps,
  asking: Asking,
  id: string,
  { perPage }: { perPage: number },
): Promise<{ comment: CommentView; page: number | null; thread: ThreadFrame }> {
  const { comment, onlooker, thread } = await findSeen(deps, asking, id);
  const above = comment.comment_id ?? comment.id;
  const most = perPage * PLACE_PAGES_MAX_COUNT;
  // Reads at most this many rows, however long the thread is.
  const newer = deps.db
    .select({ id: comments.id })
    .from(comments)
    .where(
      and(inThread(thread), mayBeSeen(onlooker), isNull(comments.pinnedAt), sql`${comments.id} > ${above}`),
    )
    .orderBy(...orderOf.new)
    .limit(most)
    .as('newer');
  const [before] = await deps.db.select({ count: count() }).from(newer);
  const place = before?.count ?? 0;
  const { isClosed, moderates, statesReasons } = thread;
  return {
    comment,
    page: place < most ? Math.floor(place / perPage) + 1 : null,
    thread: { isClosed: isClosed && !moderates, moderates, statesReasons, viewerId: onlooker.id },
  };
}
