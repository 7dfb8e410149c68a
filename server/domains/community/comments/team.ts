import { and, asc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import {
  commentSettings,
  comments,
  commentThreads,
  episodes,
  keptOut,
  storyMembers,
  users,
} from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { conflict, notFound } from '../../../lib/errors.ts';
import { lockByName } from '../../../lib/locks.ts';
import { isAdministrator, type Viewer } from '../../../lib/viewer.ts';
import { commentsTopic, tellNews } from '../../../live/news.ts';
import type { StoryAction } from '../../platform/policy/rules.ts';
import { isRuledOut } from '../../platform/policy/rulings.ts';
import { requireStory, requireStoryOrAdministrator } from '../../publishing/stories/team.ts';
import { shutOut } from '../blocks/service.ts';
import { moveComment } from './service.ts';
import { type CommentRow, lockComment } from './threads.ts';

export const KEPT_OUT_MAX_COUNT = 1000;

/** Only the team may hide without reasons. Administrators outside the team get 409: they must state reasons. */
export async function requireHider(deps: Deps, viewer: Viewer, storyId: string): Promise<void> {
  const isMember = and(eq(storyMembers.storyId, storyId), eq(storyMembers.userId, viewer.id));
  if (isAdministrator(viewer) && (await deps.db.$count(storyMembers, isMember)) === 0)
    throw conflict('reasons_needed');
  await requireStory(deps, viewer, storyId, 'hide_comments');
}

async function storyOf(deps: Deps, commentId: string): Promise<string> {
  const [row] = await deps.db
    .select({ storyId: comments.storyId })
    .from(comments)
    .where(eq(comments.id, commentId));
  if (row === undefined) throw notFound('not_found');
  return row.storyId;
}

/** Changes a comment of the viewer's story. Deleted comments are gone for the team, too. */
async function changeComment(
  deps: Deps,
  viewer: Viewer,
  { id, action }: { id: string; action: StoryAction },
  work: (tx: TransactionDeps, locked: { row: CommentRow; parent: CommentRow | null }) => Promise<unknown>,
  { inTurn = false }: { inTurn?: boolean } = {},
): Promise<void> {
  const storyId = await storyOf(deps, id);
  await requireStoryOrAdministrator(deps, viewer, storyId, action);
  await inTransaction(deps, async (tx) => {
    // Before any row lock, so that nobody with a locked row waits here.
    if (inTurn) await lockByName(tx, `pins:${storyId}`);
    const locked = await lockComment(tx, id);
    if (locked.row.state === 'deleted') throw notFound('not_found');
    await work(tx, locked);
  });
}

export const hideComment = async (deps: Deps, viewer: Viewer, id: string): Promise<void> => {
  await requireHider(deps, viewer, await storyOf(deps, id));
  return changeComment(deps, viewer, { id, action: 'hide_comments' }, (tx, locked) =>
    moveComment(tx, locked, { state: 'hidden', pinnedAt: null }),
  );
};

/** Also approves held comments. Throws 409 when an administrator hid the comment with a statement of reasons. */
export const showComment = (deps: Deps, viewer: Viewer, id: string): Promise<void> =>
  changeComment(deps, viewer, { id, action: 'hide_comments' }, async (tx, locked) => {
    if (locked.row.state === 'hidden' && (await isRuledOut(tx, id)))
      throw conflict('hidden_by_administrator');
    await moveComment(tx, locked, { state: 'shown' });
  });

/** All or none. Returns how many were shown or held before. */
export async function hideAll(deps: Deps, viewer: Viewer, ids: readonly string[]): Promise<number> {
  const wanted = [...new Set(ids)];
  const rows = await deps.db
    .select({
      id: comments.id,
      storyId: comments.storyId,
      parentId: comments.parentId,
    })
    .from(comments)
    .where(inArray(comments.id, wanted))
    // Sorted by thread, so that concurrent calls lock thread counts in the same order.
    .orderBy(sql`coalesce(${comments.episodeId}, ${comments.storyId})`, asc(comments.id));
  if (rows.length < wanted.length) throw notFound('not_found');
  for (const storyId of new Set(rows.map((row) => row.storyId))) await requireHider(deps, viewer, storyId);
  return inTransaction(deps, async (tx) => {
    // Locks all comments first, in the usual order: parents before replies.
    const locking = new Set(rows.flatMap(({ id, parentId }) => (parentId === null ? [id] : [parentId, id])));
    await tx.db
      .select({ id: comments.id })
      .from(comments)
      .where(inArray(comments.id, [...locking]))
      .orderBy(asc(comments.id))
      .for('update');
    let hidden = 0;
    for (const { id } of rows) {
      const locked = await lockComment(tx, id);
      if (locked.row.state !== 'shown' && locked.row.state !== 'held') continue;
      await moveComment(tx, locked, { state: 'hidden', pinnedAt: null });
      hidden += 1;
    }
    return hidden;
  });
}

/** Pins one comment per thread, never a reply. Throws 409 when other people cannot see the comment. */
export const pinComment = (deps: Deps, viewer: Viewer, id: string): Promise<void> =>
  changeComment(deps, viewer, { id, action: 'pin_comments' }, pinLocked, { inTurn: true });

async function pinLocked(
  tx: TransactionDeps,
  locked: { row: CommentRow; parent: CommentRow | null },
): Promise<void> {
  const { row } = locked;
  if (row.parentId !== null || row.state !== 'shown') throw conflict('invalid_state');
  const ofThread =
    row.episodeId === null ? isNull(comments.episodeId) : eq(comments.episodeId, row.episodeId);
  await tx.db
    .update(comments)
    .set({ pinnedAt: null })
    .where(
      and(eq(comments.storyId, row.storyId), ofThread, isNotNull(comments.pinnedAt), ne(comments.id, row.id)),
    );
  await moveComment(tx, locked, { pinnedAt: tx.clock.now() });
}

export const unpin = (deps: Deps, viewer: Viewer, id: string): Promise<void> =>
  changeComment(deps, viewer, { id, action: 'pin_comments' }, (tx, locked) =>
    moveComment(tx, locked, { pinnedAt: null }),
  );

/** Repeating has no effect. Throws 404, 403. */
export async function setLock(
  deps: Deps,
  viewer: Viewer,
  episodeId: string,
  isLocked: boolean,
): Promise<void> {
  const [episode] = await deps.db
    .select({ storyId: episodes.storyId })
    .from(episodes)
    .where(eq(episodes.id, episodeId));
  if (episode === undefined) throw notFound('not_found');
  await requireStoryOrAdministrator(deps, viewer, episode.storyId, 'close_comments');
  const lockedAt = isLocked ? deps.clock.now() : null;
  await inTransaction(deps, async (tx) => {
    await tx.db
      .insert(commentThreads)
      .values({ subjectId: episodeId, storyId: episode.storyId, lockedAt })
      .onConflictDoUpdate({ target: commentThreads.subjectId, set: { lockedAt } });
    tellNews(tx, commentsTopic({ storyId: episode.storyId, episodeId }));
  });
}

export type Settings = { closed: boolean; closeAfterDays: number | null };

export async function setCommentSettings(
  deps: Deps,
  viewer: Viewer,
  storyId: string,
  settings: Settings,
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    await requireStory(tx, viewer, storyId, 'close_comments', { forUpdate: true });
    await tx.db
      .insert(commentSettings)
      .values({ storyId, ...settings })
      .onConflictDoUpdate({ target: commentSettings.storyId, set: settings });
  });
}

type Kept = { storyId: string; userId: string };

/** Throws 404, 403, 409 for team members or at the limit. `block` also blocks the person for the viewer. */
export async function keepOut(
  deps: Deps,
  viewer: Viewer,
  { storyId, userId, block = false }: Kept & { block?: boolean },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    await requireStory(tx, viewer, storyId, 'block_readers', { forUpdate: true });
    const [person] = await tx.db.select({ id: users.id }).from(users).where(eq(users.id, userId));
    if (person === undefined) throw notFound('not_found');
    const isMember = and(eq(storyMembers.storyId, storyId), eq(storyMembers.userId, userId));
    if ((await tx.db.$count(storyMembers, isMember)) > 0) throw conflict('invalid_state');
    await tx.db.insert(keptOut).values({ storyId, userId, createdAt: tx.clock.now() }).onConflictDoNothing();
    if ((await tx.db.$count(keptOut, eq(keptOut.storyId, storyId))) > KEPT_OUT_MAX_COUNT)
      throw conflict('too_many_people', { args: { most: KEPT_OUT_MAX_COUNT } });
    if (block) await shutOut(tx, viewer, { personId: userId, kind: 'blocked' });
  });
}

export async function letBackIn(deps: Deps, viewer: Viewer, { storyId, userId }: Kept): Promise<void> {
  await requireStory(deps, viewer, storyId, 'block_readers');
  await deps.db.delete(keptOut).where(and(eq(keptOut.storyId, storyId), eq(keptOut.userId, userId)));
}
