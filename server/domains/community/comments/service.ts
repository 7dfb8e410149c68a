/** Owns `comments` and `comment_mentions`: what readers write, edit and delete. `moveComment` changes thread counts. */

import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { commentMentions, comments, users } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { conflict, notFound, unprocessable } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { lockByName } from '../../../lib/locks.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { mentionsIn, tidied } from '../../../lib/written.ts';
import { withinActionLimits } from '../../../limits/actions.ts';
import { commentsTopic, tellNews } from '../../../live/news.ts';
import { record } from '../../../outbox/record.ts';
import { isListedForAll, isShownToAll } from '../../platform/policy/visibility.ts';
import { findBlockers } from '../blocks/queries.ts';
import { commentMentioned, commentPosted } from '../events.ts';
import { commentLimits } from '../limits.ts';
import { checkBody, isEditTold, isHeld, REPLIES_MAX_COUNT, SAME_TEXT_MS } from './rules.ts';
import {
  type CommentRow,
  growThread,
  lockComment,
  type Place,
  requireOpen,
  requireThread,
  type Thread,
} from './threads.ts';

export type Writer = { viewer: Viewer; country: string | null; address: string };

export type Draft = { body: string; spoiler?: boolean | undefined; key?: string | undefined };

const writtenOf = (row: CommentRow) => ({ ...row, hasReplies: row.repliesCount > 0 });

/** A resent comment returns the first one's id. Throws 404, 451, 402, 409 when closed, 422 by field, 429. */
export async function postComment(
  deps: Deps,
  writer: Writer,
  where: Place & { parentId?: string | undefined },
  draft: Draft,
): Promise<string> {
  const body = tidied(draft.body);
  const wrong = checkBody(body);
  if (Object.keys(wrong).length > 0) throw unprocessable(wrong);
  const { parent, answered } =
    where.parentId === undefined ? { parent: null, answered: [] } : await findAnswered(deps, where.parentId);
  const place = parent === null ? where : placeOf(parent);
  const thread = await requireThread(deps, writer, place);
  const sent = { body, key: draft.key, parentId: parent?.id ?? null };
  // Checked before the limits, so that resending costs nothing.
  const before = await findSent(deps, writer.viewer, thread, sent);
  if (before !== null) return before;
  requireOpen(thread, writer.viewer);
  await requireHeard(deps, writer.viewer, answered);
  return withinActionLimits(deps, writer, commentLimits, ({ isNew }) =>
    inTransaction(deps, async (tx) => {
      // Serializes concurrent comments of one person.
      await lockByName(tx, `comments:${writer.viewer.id}`);
      const meanwhile = await findSent(tx, writer.viewer, thread, sent);
      if (meanwhile !== null) return meanwhile;
      const above = parent === null ? null : (await lockComment(tx, parent.id)).row;
      if (above !== null && above.repliesCount >= REPLIES_MAX_COUNT)
        throw unprocessable({ comment_id: ['too_many_replies'] });
      const now = tx.clock.now();
      const isWaiting = isHeld(body, { isNew, isTeam: thread.isTeam });
      const id = newId(now.getTime());
      const [row] = await tx.db
        .insert(comments)
        .values({
          id,
          storyId: thread.storyId,
          episodeId: thread.episodeId,
          parentId: above?.id ?? null,
          authorId: writer.viewer.id,
          body,
          spoiler: draft.spoiler ?? false,
          state: 'held',
          createdAt: now,
          sentKey: draft.key ?? null,
        })
        .returning();
      await keepMentions(tx, id, body);
      if (!isWaiting) await moveComment(tx, { row: row as CommentRow, parent: above }, { state: 'shown' });
      return id;
    }),
  );
}

const placeOf = ({ episodeId, storyId }: CommentRow): Place =>
  episodeId === null ? { storyId } : { episodeId };

type Answered = {
  parent: CommentRow;
  /** `parent`, and the answered reply if there is one. */
  answered: CommentRow[];
};

/** Throws 404 for hidden or held comments, and for deleted ones without replies. */
async function findAnswered(deps: Deps, id: string): Promise<Answered> {
  const [row] = await deps.db.select().from(comments).where(eq(comments.id, id));
  const isOut = row?.state === 'hidden' || row?.state === 'held';
  if (row === undefined || isOut) throw notFound('not_found');
  if (row.parentId !== null) {
    const { parent } = await findAnswered(deps, row.parentId);
    return { parent, answered: [parent, row] };
  }
  if (!isListedForAll(writtenOf(row))) throw notFound('not_found');
  return { parent: row, answered: [row] };
}

async function requireHeard(deps: Deps, viewer: Viewer, answered: readonly CommentRow[]): Promise<void> {
  const authors = answered.map(({ authorId }) => authorId).filter((id) => id !== null);
  const blockers = await findBlockers(deps, authors, viewer.id);
  if (blockers.size > 0) throw conflict('not_heard');
}

type Sent = { body: string; key: string | undefined; parentId: string | null };

async function findSent(
  deps: Deps,
  viewer: Viewer,
  { storyId, episodeId }: Thread,
  { body, key, parentId }: Sent,
): Promise<string | null> {
  const own = eq(comments.authorId, viewer.id);
  if (key !== undefined) {
    const [known] = await deps.db
      .select({ id: comments.id })
      .from(comments)
      .where(and(own, eq(comments.sentKey, key)));
    if (known !== undefined) return known.id;
  }
  const [same] = await deps.db
    .select({ id: comments.id })
    .from(comments)
    .where(
      and(
        own,
        gt(comments.createdAt, new Date(deps.clock.now().getTime() - SAME_TEXT_MS)),
        eq(comments.storyId, storyId),
        episodeId === null ? isNull(comments.episodeId) : eq(comments.episodeId, episodeId),
        parentId === null ? isNull(comments.parentId) : eq(comments.parentId, parentId),
        eq(comments.body, body),
        inArray(comments.state, ['shown', 'held']),
      ),
    )
    .limit(1);
  return same?.id ?? null;
}

/** Stores mentions of existing people who have not blocked the author. Returns the newly mentioned. */
async function keepMentions(tx: TransactionDeps, commentId: string, body: string): Promise<string[]> {
  const slugs = mentionsIn(body);
  const [comment] = await tx.db
    .select({ authorId: comments.authorId })
    .from(comments)
    .where(eq(comments.id, commentId));
  const named =
    slugs.length === 0
      ? []
      : await tx.db
          .select({ id: users.id })
          .from(users)
          .where(and(inArray(users.slug, slugs), isNull(users.deletionRequestedAt), isNull(users.erasedAt)));
  const ids = named.map(({ id }) => id).filter((id) => id !== comment?.authorId);
  const blockers = await findBlockers(tx, ids, comment?.authorId ?? '');
  const heard = ids.filter((id) => !blockers.has(id));
  const before = await tx.db
    .delete(commentMentions)
    .where(eq(commentMentions.commentId, commentId))
    .returning({ id: commentMentions.userId });
  if (heard.length > 0)
    await tx.db.insert(commentMentions).values(heard.map((userId) => ({ commentId, userId })));
  return heard.filter((id) => before.every((known) => known.id !== id));
}

type Locked = { row: CommentRow; parent: CommentRow | null };

/** All state changes go through here, except `erasure.ts`. Also updates counts and records the first showing. */
export async function moveComment(
  tx: TransactionDeps,
  { row, parent }: Locked,
  change: Partial<Pick<CommentRow, 'state' | 'body' | 'spoiler' | 'editedAt' | 'pinnedAt'>>,
): Promise<CommentRow> {
  const isFirst = row.announcedAt === null && change.state === 'shown';
  const [after] = (await tx.db
    .update(comments)
    .set({ ...change, ...(isFirst ? { announcedAt: tx.clock.now() } : {}) })
    .where(eq(comments.id, row.id))
    .returning()) as [CommentRow];
  const [was, is] = [writtenOf(row), writtenOf(after)];
  const shown = Number(isShownToAll(is)) - Number(isShownToAll(was));
  let listed = parent === null ? Number(isListedForAll(is)) - Number(isListedForAll(was)) : 0;
  if (parent !== null && shown !== 0) {
    const [above] = (await tx.db
      .update(comments)
      .set({ repliesCount: sql`greatest(0, ${comments.repliesCount} + ${shown})` })
      .where(eq(comments.id, parent.id))
      .returning()) as [CommentRow];
    listed = Number(isListedForAll(writtenOf(above))) - Number(isListedForAll(writtenOf(parent)));
  }
  await growThread(tx, row, { shown, listed });
  if (isFirst) await record(tx, commentPosted, { commentId: row.id });
  tellNews(tx, commentsTopic(row));
  return after;
}

/** Throws 404 for other people's comments, 409 when hidden by the team or closed, 422, 429. */
export async function editComment(deps: Deps, writer: Writer, id: string, draft: Draft): Promise<void> {
  const body = tidied(draft.body);
  const wrong = checkBody(body);
  if (Object.keys(wrong).length > 0) throw unprocessable(wrong);
  const known = await findOwn(deps, writer.viewer, id);
  const thread = await requireThread(deps, writer, placeOf(known));
  requireOpen(thread, writer.viewer);
  await withinActionLimits(deps, writer, commentLimits, ({ isNew }) =>
    inTransaction(deps, async (tx) => {
      const locked = await lockComment(tx, id);
      const { row } = locked;
      if (row.state === 'deleted') throw notFound('not_found');
      if (row.state === 'hidden') throw conflict('hidden_not_edited');
      const spoiler = draft.spoiler ?? row.spoiler;
      if (row.body === body && row.spoiler === spoiler) return;
      const now = tx.clock.now();
      const isWaiting = row.state === 'held' || isHeld(body, { isNew, isTeam: thread.isTeam });
      const named = await keepMentions(tx, id, body);
      await moveComment(tx, locked, {
        body,
        spoiler,
        state: isWaiting ? 'held' : 'shown',
        ...(row.body !== body && isEditTold(row.createdAt, now) ? { editedAt: now } : {}),
      });
      // Notifies only newly mentioned people: the others were notified of the comment itself.
      if (row.announcedAt !== null)
        for (const userId of named) await record(tx, commentMentioned, { commentId: id, userId });
    }),
  );
}

/** Repeating has no effect. Throws 404 for other people's comments. */
export async function removeComment(deps: Deps, viewer: Viewer, id: string): Promise<void> {
  await findOwn(deps, viewer, id, { evenIfGone: true });
  await inTransaction(deps, async (tx) => removeLocked(tx, await lockComment(tx, id)));
}

async function removeLocked(tx: TransactionDeps, locked: Locked): Promise<void> {
  if (locked.row.state === 'deleted') return;
  await tx.db.delete(commentMentions).where(eq(commentMentions.commentId, locked.row.id));
  await moveComment(tx, locked, { state: 'deleted', body: '', editedAt: null, pinnedAt: null });
}

async function findOwn(
  deps: Deps,
  viewer: Viewer,
  id: string,
  { evenIfGone = false }: { evenIfGone?: boolean } = {},
): Promise<CommentRow> {
  const [row] = await deps.db
    .select()
    .from(comments)
    .where(and(eq(comments.id, id), eq(comments.authorId, viewer.id)));
  if (row === undefined || (row.state === 'deleted' && !evenIfGone)) throw notFound('not_found');
  return row;
}
