import { asc, eq } from 'drizzle-orm';
import {
  notificationCounters,
  notificationDigests,
  notifications,
  pushSubscriptions,
} from '../../../db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../deps.ts';
import type { Person } from '../administration/privacy/personal.ts';

export async function collectNotifications(deps: Deps, { id }: Person) {
  const told = await deps.db
    .select({
      kind: notifications.kind,
      storyId: notifications.storyId,
      episodeId: notifications.episodeId,
      details: notifications.details,
      count: notifications.count,
      createdAt: notifications.createdAt,
      readAt: notifications.readAt,
      removedAt: notifications.removedAt,
    })
    .from(notifications)
    .where(eq(notifications.userId, id))
    .orderBy(asc(notifications.createdAt));
  const devices = await deps.db
    .select({
      endpoint: pushSubscriptions.endpoint,
      country: pushSubscriptions.country,
      createdAt: pushSubscriptions.createdAt,
    })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, id))
    .orderBy(asc(pushSubscriptions.createdAt));
  // Anybody with the full address of a device can send to it.
  const push = devices.map(({ endpoint, ...row }) => ({ service: new URL(endpoint).host, ...row }));
  return { files: { notifications: told, push_subscriptions: push } };
}

export async function eraseNotifications(tx: TransactionDeps, { id }: Person): Promise<void> {
  await tx.db.delete(notifications).where(eq(notifications.userId, id));
  await tx.db.delete(notificationCounters).where(eq(notificationCounters.userId, id));
  await tx.db.delete(notificationDigests).where(eq(notificationDigests.userId, id));
  await tx.db.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, id));
}
