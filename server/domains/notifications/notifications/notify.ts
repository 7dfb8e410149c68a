/** Owns `notifications`, their counters and the waiting mails. Every notification is created here. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import {
  type NotificationDetails,
  type NotificationKind,
  notificationCounters,
  notificationDigests,
  notifications,
  shutOuts,
  users,
} from '#db/schema/index.ts';
import type { TransactionDeps } from '../../../deps.ts';
import { newId } from '../../../lib/ids.ts';
import { planPushes } from './pushes.ts';
import { digestDueAt, isSocial, SUBJECTS_MAX_COUNT } from './rules.ts';

export type News = {
  kind: NotificationKind;
  /** Subject of the news. Rows with the same key grow instead of multiplying. */
  key: string;
  storyId: string | null;
  episodeId: string | null;
  /** Identifies the same news when it comes again. */
  subjectId: string;
  /** Who caused it. Not notified, nor are users who muted or blocked them, except by system notices. */
  actorId: string | null;
  details?: NotificationDetails;
  /** By user id, where each user gets different details. */
  detailsOfEach?: ReadonlyMap<string, NotificationDetails>;
};

const SWITCH_COLUMNS = {
  new_episode: users.notifyNewEpisodes,
  new_comment: users.notifyNewComments,
  reply: users.notifyReplies,
  mention: users.notifyReplies,
  new_subscriber: users.notifyNewSubscriber,
} as const;

async function findHearers(
  tx: TransactionDeps,
  userIds: readonly string[],
  { kind, actorId }: News,
): Promise<{ id: string; byMail: boolean }[]> {
  if (userIds.length === 0) return [];
  return tx.db
    .select({
      id: users.id,
      byMail: sql<boolean>`${users.subscribeToEmails} and ${users.emailConfirmedAt} is not null`,
    })
    .from(users)
    .where(
      and(
        sql`${users.id} = any(${sql.param([...userIds])}::uuid[])`,
        isSocial(kind) ? eq(SWITCH_COLUMNS[kind], true) : undefined,
        isNull(users.lockedAt),
        isNull(users.erasedAt),
        isNull(users.deletionRequestedAt),
        actorId === null || !isSocial(kind)
          ? undefined
          : sql`${users.id} <> ${actorId} and not exists (select 1 from ${shutOuts}
              where ${shutOuts.readerId} = ${users.id} and ${shutOuts.personId} = ${actorId})`,
      ),
    )
    .orderBy(users.id);
}

function detailsOf({ details, detailsOfEach }: News, userId: string): string | null {
  const own = detailsOfEach?.get(userId) ?? details;
  return own === undefined ? null : JSON.stringify(own);
}

/** Costs a few statements. The same news again changes nothing. Returns how many users were notified. */
export async function notify(
  tx: TransactionDeps,
  userIds: readonly string[],
  news: News,
  unmailed: ReadonlySet<string> = new Set(),
): Promise<number> {
  const hearers = await findHearers(tx, userIds, news);
  if (hearers.length === 0) return 0;
  const now = tx.clock.now();
  const { kind, key, storyId, episodeId, subjectId } = news;
  const hearerIds = hearers.map(({ id }) => id);
  const rowIds = hearers.map(() => newId(now.getTime()));
  const details = hearerIds.map((id) => detailsOf(news, id));
  const old = notifications;
  const isFresh = sql`${old.readAt} is null and ${old.removedAt} is null`;
  const grown = sql`(${old.subjectIds} || excluded.subject_ids)`;
  const told = await tx.db
    .insert(notifications)
    .select(
      sql`select u.id, u.user_id, ${kind}, ${key}, ${storyId}::uuid, ${episodeId}::uuid,
        u.details::jsonb, array[${subjectId}::uuid], 1,
        ${now.toISOString()}::timestamptz, null::timestamptz, null::timestamptz, 0
        from unnest(${sql.param(rowIds)}::uuid[], ${sql.param(hearerIds)}::uuid[], ${sql.param(details)}::text[])
          as u (id, user_id, details)`,
    )
    .onConflictDoUpdate({
      target: [old.userId, old.key],
      set: {
        // A row that was read or removed starts again.
        count: sql`case when ${isFresh} then ${old.count} + 1 else 1 end`,
        subjectIds: sql`${grown}[greatest(1, cardinality(${grown}) - ${SUBJECTS_MAX_COUNT - 1}):]`,
        // The next mail counts from there.
        mailedCount: sql`case when ${isFresh} then ${old.mailedCount} else 0 end`,
        // One row covers many episodes, and leads to the latest.
        episodeId: sql`excluded.episode_id`,
        details: sql`excluded.details`,
        createdAt: now,
        readAt: null,
        removedAt: null,
      },
      setWhere: sql`not (excluded.subject_ids <@ ${old.subjectIds})`,
    })
    .returning({ id: old.id, userId: old.userId });
  const ids = told.map(({ userId }) => userId);
  await recount(tx, ids);
  const reached = new Set(ids);
  const mailed = hearers
    .filter(({ id, byMail }) => byMail && reached.has(id) && !unmailed.has(id))
    .map(({ id }) => id);
  await planPushes(tx, told);
  // System notices have mails of their own.
  if (storyId !== null && isSocial(kind)) await planMails(tx, mailed, storyId);
  return ids.length;
}

/**
 * Recounts these users from their few unread rows. Locks the counters first, in one order, so that the next statement
 * sees what concurrent transactions have committed.
 */
export async function recount(tx: TransactionDeps, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  const { userId } = notificationCounters;
  const ids = [...userIds].sort();
  const areTheirs = sql`${userId} = any(${sql.param(ids)}::uuid[])`;
  await tx.db
    .insert(notificationCounters)
    .select(sql`select u.id, 0 from unnest(${sql.param(ids)}::uuid[]) as u (id)`)
    .onConflictDoNothing();
  await tx.db.select({ userId }).from(notificationCounters).where(areTheirs).orderBy(userId).for('update');
  await tx.db.execute(sql`
    update notification_counters c set unread_count = u.unread_count
    from (select i.id, (select count(*)::int from notifications n
        where n.user_id = i.id and n.read_at is null and n.removed_at is null) as unread_count
      from unnest(${sql.param(ids)}::uuid[]) as i (id)) u
    where c.user_id = u.id and c.unread_count <> u.unread_count`);
}

async function planMails(tx: TransactionDeps, userIds: readonly string[], storyId: string): Promise<void> {
  if (userIds.length === 0) return;
  const now = tx.clock.now();
  const ids = sql.param([...userIds]);
  const known = await tx.db
    .select({ userId: notificationDigests.userId, sentAt: notificationDigests.sentAt })
    .from(notificationDigests)
    .where(
      and(eq(notificationDigests.storyId, storyId), sql`${notificationDigests.userId} = any(${ids}::uuid[])`),
    );
  const sentAt = new Map(known.map((row) => [row.userId, row.sentAt]));
  const dueAt = userIds.map((userId) => digestDueAt(now, sentAt.get(userId) ?? null).toISOString());
  await tx.db
    .insert(notificationDigests)
    .select(
      sql`select u.id, ${storyId}::uuid, u.due_at, null::timestamptz
        from unnest(${ids}::uuid[], ${sql.param(dueAt)}::timestamptz[]) as u (id, due_at)`,
    )
    .onConflictDoUpdate({
      target: [notificationDigests.userId, notificationDigests.storyId],
      set: { dueAt: sql`excluded.due_at` },
      setWhere: isNull(notificationDigests.dueAt),
    });
}
