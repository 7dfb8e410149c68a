/** Owns `notifications`, their counters and the mails that wait. Whoever is told of something is told here. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import {
  type NotificationDetails,
  type NotificationKind,
  notificationCounters,
  notificationDigests,
  notifications,
  shutOuts,
  users,
} from '../../../db/schema/index.ts';
import type { TransactionDeps } from '../../deps.ts';
import { newId } from '../../lib/ids.ts';
import { planPushes } from './pushes.ts';
import { digestDueAt, isSocial, SUBJECTS_MAX_COUNT } from './rules.ts';

export type News = {
  kind: NotificationKind;
  /** What it is about: rows of one key grow instead of becoming more. */
  key: string;
  storyId: string | null;
  episodeId: string | null;
  /** By which the same news is known when it comes again. */
  subjectId: string;
  /** Who caused it, and is not told; nor is whoever has muted or blocked them, unless the house itself tells it. */
  actorId: string | null;
  details?: NotificationDetails;
};

const SWITCH_COLUMNS = {
  new_episode: users.notifyNewEpisodes,
  new_comment: users.notifyNewComments,
  reply: users.notifyReplies,
  mention: users.notifyReplies,
  new_subscriber: users.notifyNewSubscriber,
} as const;

/** Those of them who want to hear of it. */
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
        inArray(users.id, [...userIds]),
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

/** Telling the same again changes nothing. Of `unmailed` no mail is sent. Answers how many were told. */
export async function tell(
  tx: TransactionDeps,
  userIds: readonly string[],
  news: News,
  unmailed: ReadonlySet<string> = new Set(),
): Promise<number> {
  const hearers = await findHearers(tx, userIds, news);
  if (hearers.length === 0) return 0;
  const now = tx.clock.now();
  const { kind, key, storyId, episodeId, subjectId, details = null } = news;
  const rows = hearers.map(({ id: userId }) => ({
    ...{ id: newId(now.getTime()), userId, kind, key, storyId, episodeId },
    ...{ subjectIds: [subjectId], details, createdAt: now },
  }));
  const old = notifications;
  const isFresh = sql`${old.readAt} is null and ${old.removedAt} is null`;
  const grown = sql`(${old.subjectIds} || excluded.subject_ids)`;
  const told = await tx.db
    .insert(notifications)
    .values(rows)
    .onConflictDoUpdate({
      target: [old.userId, old.key],
      set: {
        // What was read or removed is told anew, by itself.
        count: sql`case when ${isFresh} then ${old.count} + 1 else 1 end`,
        subjectIds: sql`${grown}[greatest(1, cardinality(${grown}) - ${SUBJECTS_MAX_COUNT - 1}):]`,
        details,
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
  await planPushes(
    tx,
    told.map(({ id }) => id),
  );
  // What the house tells has mails of its own.
  if (storyId !== null && isSocial(kind)) await planMails(tx, mailed, storyId);
  return ids.length;
}

/**
 * The counters of these users, from their unread rows, of which there are few. They are held first, in one order: whoever
 * counts at the same moment comes before, so that the next statement sees what they have told or read.
 */
export async function recount(tx: TransactionDeps, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  const { userId, unreadCount } = notificationCounters;
  const ids = [...userIds].sort();
  const areTheirs = sql`${userId} = any(${sql.param(ids)}::uuid[])`;
  await tx.db
    .insert(notificationCounters)
    .select(sql`select u.id, 0 from unnest(${sql.param(ids)}::uuid[]) as u (id)`)
    .onConflictDoNothing();
  await tx.db.select({ userId }).from(notificationCounters).where(areTheirs).orderBy(userId).for('update');
  const unread = tx.db
    .select({ count: sql`count(*)::int` })
    .from(notifications)
    .where(
      and(eq(notifications.userId, userId), isNull(notifications.readAt), isNull(notifications.removedAt)),
    );
  await tx.db
    .update(notificationCounters)
    .set({ unreadCount: sql`(${unread})` })
    .where(and(areTheirs, sql`${unreadCount} is distinct from (${unread})`));
}

async function planMails(tx: TransactionDeps, userIds: readonly string[], storyId: string): Promise<void> {
  if (userIds.length === 0) return;
  const now = tx.clock.now();
  const known = await tx.db
    .select({ userId: notificationDigests.userId, sentAt: notificationDigests.sentAt })
    .from(notificationDigests)
    .where(and(eq(notificationDigests.storyId, storyId), inArray(notificationDigests.userId, [...userIds])));
  const sentAt = new Map(known.map((row) => [row.userId, row.sentAt]));
  await tx.db
    .insert(notificationDigests)
    .values(
      userIds.map((userId) => ({
        ...{ userId, storyId },
        dueAt: digestDueAt(now, sentAt.get(userId) ?? null),
      })),
    )
    .onConflictDoUpdate({
      target: [notificationDigests.userId, notificationDigests.storyId],
      set: { dueAt: sql`coalesce(${notificationDigests.dueAt}, excluded.due_at)` },
    });
}
