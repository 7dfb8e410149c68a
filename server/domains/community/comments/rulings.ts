/** Hides and restores comments by an administrator's decision. */
import { eq } from 'drizzle-orm';
import { type CommentState, comments } from '#db/schema/index.ts';
import type { TransactionDeps } from '../../../deps.ts';
import { moveComment } from './service.ts';
import { lockComment } from './threads.ts';

/** Returns the previous state, or null when the comment is gone. */
export async function takeCommentDown(tx: TransactionDeps, id: string): Promise<CommentState | null> {
  if ((await tx.db.$count(comments, eq(comments.id, id))) === 0) return null;
  const locked = await lockComment(tx, id);
  const { state } = locked.row;
  if (state === 'deleted') return null;
  if (state !== 'hidden') await moveComment(tx, locked, { state: 'hidden', pinnedAt: null });
  return state;
}

/** Leaves comments alone that were deleted or shown meanwhile. */
export async function putCommentBack(tx: TransactionDeps, id: string, was: CommentState): Promise<void> {
  if ((await tx.db.$count(comments, eq(comments.id, id))) === 0) return;
  const locked = await lockComment(tx, id);
  if (locked.row.state === 'hidden') await moveComment(tx, locked, { state: was });
}
