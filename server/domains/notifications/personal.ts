import { asc, eq } from 'drizzle-orm';
import { notificationCounters, notificationDigests, notifications } from '../../../db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../deps.ts';
import type { Person } from '../privacy/personal.ts';

export async function collectNotifications(deps: Deps, { id }: Person) {
  const told = await deps.db
    .select({
      kind: notifications.kind,
      storyId: notifications.storyId,
      episodeId: notifications.episodeId,
      count: notifications.count,
      createdAt: notifications.createdAt,
      readAt: notifications.readAt,
    })
    .from(notifications)
    .where(eq(notifications.userId, id))
    .orderBy(asc(notifications.createdAt));
  return { files: { notifications: told } };
}

export async function eraseNotifications(tx: TransactionDeps, { id }: Person): Promise<void> {
  await tx.db.delete(notifications).where(eq(notifications.userId, id));
  await tx.db.delete(notificationCounters).where(eq(notificationCounters.userId, id));
  await tx.db.delete(notificationDigests).where(eq(notificationDigests.userId, id));
}
