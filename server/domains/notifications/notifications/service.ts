import { and, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { notificationDigests, notificationRounds, notifications, pushMessages } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { recount } from './notify.ts';
import { KEPT_MS, UNDO_MS } from './rules.ts';

/** Without ids, all notifications that were not removed. */
const ofViewer = (viewer: Viewer, ids: readonly string[] | undefined) =>
  and(
    eq(notifications.userId, viewer.id),
    isNull(notifications.removedAt),
    ids === undefined ? undefined : inArray(notifications.id, [...ids]),
  );

/** Doing it again changes nothing. */
export async function markRead(
  deps: Deps,
  viewer: Viewer,
  { ids, isRead = true }: { ids?: readonly string[] | undefined; isRead?: boolean | undefined },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    await tx.db
      .update(notifications)
      .set({ readAt: isRead ? tx.clock.now() : null })
      .where(
        and(ofViewer(viewer, ids), isRead ? isNull(notifications.readAt) : isNotNull(notifications.readAt)),
      );
    await recount(tx, [viewer.id]);
  });
}

/** Ignores notifications of others. Removed ones can be restored for some minutes. Returns their number. */
export async function removeNotifications(
  deps: Deps,
  viewer: Viewer,
  { ids, onlyRead = false }: { ids?: readonly string[] | undefined; onlyRead?: boolean | undefined },
): Promise<number> {
  return inTransaction(deps, async (tx) => {
    const gone = await tx.db
      .update(notifications)
      .set({ removedAt: tx.clock.now() })
      .where(and(ofViewer(viewer, ids), onlyRead ? isNotNull(notifications.readAt) : undefined))
      .returning({ id: notifications.id });
    await recount(tx, [viewer.id]);
    return gone.length;
  });
}

/** Restores the given ids, or all of the last removal. Skips notifications that have come again meanwhile. */
export async function restoreNotifications(
  deps: Deps,
  viewer: Viewer,
  ids: readonly string[] | undefined,
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const since = new Date(tx.clock.now().getTime() - UNDO_MS);
    const own = and(eq(notifications.userId, viewer.id), gt(notifications.removedAt, since));
    const which =
      ids === undefined
        ? sql`${notifications.removedAt} = (select max(${notifications.removedAt}) from ${notifications} where ${own})`
        : inArray(notifications.id, [...ids]);
    await tx.db.update(notifications).set({ removedAt: null }).where(and(own, which));
    await recount(tx, [viewer.id]);
  });
}

const SWEPT_MAX_COUNT = 2000;
const ROUND_KEPT_MS = 30 * DAY_MS;

/** A sweep: deletes notifications older than three months or finally removed, in batches. */
export async function deleteOld(deps: Deps): Promise<void> {
  while ((await inTransaction(deps, deleteSome)) === SWEPT_MAX_COUNT);
  const before = new Date(deps.clock.now().getTime() - ROUND_KEPT_MS);
  await inTransaction(deps, async (tx) => {
    await tx.db.delete(notificationRounds).where(lt(notificationRounds.doneAt, before));
    await tx.db
      .delete(notificationDigests)
      .where(and(isNull(notificationDigests.dueAt), lt(notificationDigests.sentAt, before)));
  });
}

/** Returns how many. Skips rows that somebody else is deleting. */
async function deleteSome(tx: TransactionDeps): Promise<number> {
  const now = tx.clock.now().getTime();
  const old = await tx.db
    .select({ id: notifications.id, userId: notifications.userId })
    .from(notifications)
    .where(
      or(
        lt(notifications.createdAt, new Date(now - KEPT_MS)),
        lt(notifications.removedAt, new Date(now - UNDO_MS)),
      ),
    )
    .limit(SWEPT_MAX_COUNT)
    .for('update', { skipLocked: true });
  if (old.length === 0) return 0;
  const gone = await tx.db
    .delete(notifications)
    .where(
      sql`(${notifications.userId}, ${notifications.id}) in (
        select * from unnest(${sql.param(old.map(({ userId }) => userId))}::uuid[], ${sql.param(old.map(({ id }) => id))}::uuid[]))`,
    )
    .returning({ id: notifications.id, userId: notifications.userId });
  const ids = gone.map(({ id }) => id);
  await tx.db.delete(pushMessages).where(inArray(pushMessages.notificationId, ids));
  await recount(tx, [...new Set(gone.map(({ userId }) => userId))]);
  return gone.length;
}
