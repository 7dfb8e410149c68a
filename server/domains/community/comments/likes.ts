/** Owns `comment_likes`: one row per reader and comment. The total changes in the same transaction. */
import { and, eq, sql } from 'drizzle-orm';
import { commentLikes, comments } from '#db/schema/index.ts';
import { type Deps, inTransaction } from '../../../deps.ts';
import { notFound } from '../../../lib/errors.ts';
import { isShownToAll } from '../../platform/policy/visibility.ts';
import type { Writer } from './service.ts';
import { requireThread } from './threads.ts';

export type Liked = { liked: boolean; likes_count: number };

/** Repeating has no effect. Throws 404, 451, 402 as reading would. */
export async function likeComment(deps: Deps, reader: Writer, id: string): Promise<Liked> {
  const [row] = await deps.db.select().from(comments).where(eq(comments.id, id));
  if (row === undefined || !isShownToAll({ ...row, hasReplies: false })) throw notFound('not_found');
  const { episodeId, storyId } = row;
  await requireThread(deps, reader, episodeId === null ? { storyId } : { episodeId });
  return inTransaction(deps, async (tx) => {
    const made = await tx.db
      .insert(commentLikes)
      .values({ commentId: id, readerId: reader.viewer.id, createdAt: tx.clock.now() })
      .onConflictDoNothing()
      .returning({ id: commentLikes.commentId });
    const [after] = await tx.db
      .update(comments)
      .set({ likesCount: sql`${comments.likesCount} + ${made.length}` })
      .where(eq(comments.id, id))
      .returning({ count: comments.likesCount });
    return { liked: true, likes_count: after?.count ?? 0 };
  });
}

/** Repeating has no effect. Works for hidden comments, too. Throws 404. */
export async function unlikeComment(deps: Deps, reader: Writer, id: string): Promise<Liked> {
  return inTransaction(deps, async (tx) => {
    const gone = await tx.db
      .delete(commentLikes)
      .where(and(eq(commentLikes.commentId, id), eq(commentLikes.readerId, reader.viewer.id)))
      .returning({ id: commentLikes.commentId });
    const [after] = await tx.db
      .update(comments)
      .set({ likesCount: sql`greatest(0, ${comments.likesCount} - ${gone.length})` })
      .where(eq(comments.id, id))
      .returning({ count: comments.likesCount, state: comments.state });
    if (after === undefined) throw notFound('not_found');
    return { liked: false, likes_count: after.state === 'shown' ? after.count : 0 };
  });
}
