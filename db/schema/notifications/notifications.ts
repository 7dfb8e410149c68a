/** Notifications. Rows are deleted with the account. Their subjects are bare ids and may be gone. */
import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { sessions } from '../accounts/sessions.ts';
import { users } from '../accounts/users.ts';
import { bytea, createdAt, id, moment } from '../columns.ts';

export type SocialKind = 'new_episode' | 'new_comment' | 'reply' | 'mention' | 'new_subscriber';
/** System notices, which no setting turns off. */
export type SystemKind =
  | 'called_off'
  | 'team_invited'
  | 'team_joined'
  | 'team_role'
  | 'team_removed'
  | 'report_decided'
  | 'blocked'
  | 'unblocked'
  | 'appeal_decided'
  | 'right_changed'
  | 'factor_reset'
  | 'payout'
  | 'revenue_credited'
  | 'coins_returned';
export type NotificationKind = SocialKind | SystemKind;

/** Extra facts of a system notice. Only our own words, never text that a user wrote. */
export type NotificationDetails = Readonly<Record<string, string>>;

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/**
 * Similar unread notifications share one counting row, such as three new comments on one episode. Sixteen partitions by
 * a hash of the user, since every query names a user. Each partition has its own vacuum and small indexes.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid('id').notNull(),
    userId: userId(),
    kind: text('kind').$type<NotificationKind>().notNull(),
    /** Identifies kind and subject: one row per user and key. */
    key: text('key').notNull(),
    storyId: uuid('story_id'),
    episodeId: uuid('episode_id'),
    details: jsonb('details').$type<NotificationDetails>(),
    /** Latest subjects, newest last. They detect an event that arrives again. */
    subjectIds: uuid('subject_ids').array().notNull(),
    count: integer('count').notNull().default(1),
    createdAt: createdAt(),
    readAt: moment('read_at'),
    /** When the reader removed it. They can undo this for some minutes. */
    removedAt: moment('removed_at'),
    mailedCount: integer('mailed_count').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    uniqueIndex('notifications_key').on(table.userId, table.key),
    index('notifications_user').on(table.userId, table.createdAt.desc().nullsFirst(), table.id),
    index('notifications_unread').on(table.userId, table.storyId).where(sql`${table.readAt} is null`),
    index('notifications_age').on(table.createdAt),
    index('notifications_removed').on(table.removedAt).where(sql`${table.removedAt} is not null`),
    check('notifications_count', sql`${table.count} >= 1`),
  ],
);

export const notificationCounters = pgTable('notification_counters', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  unreadCount: integer('unread_count').notNull().default(0),
});

/** Progress of notifying a release's subscribers. Another worker resumes here after a crash. */
export const notificationRounds = pgTable('notification_rounds', {
  episodeId: uuid('episode_id').primaryKey(),
  cursor: uuid('cursor'),
  doneAt: moment('done_at'),
});

/** A pending mail: one per user, story and hour. */
export const notificationDigests = pgTable(
  'notification_digests',
  {
    userId: userId(),
    storyId: uuid('story_id').notNull(),
    dueAt: moment('due_at'),
    sentAt: moment('sent_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.storyId] }),
    index('notification_digests_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    // Lets a sweep find old rows without pending notifications.
    index('notification_digests_sent').on(table.sentAt).where(sql`${table.dueAt} is null`),
  ],
);

/**
 * A browser that shows notifications while none of our pages is open (Web Push). Anyone with the endpoint can send to
 * it, so no API call returns it. It belongs to the session that created it and ends with it.
 */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: id(),
    userId: userId(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    endpoint: text('endpoint').notNull(),
    /** Hash of the endpoint: one row per device, regardless of who is signed in. */
    endpointHash: bytea('endpoint_hash').notNull().unique(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** Last country the device reported. Content unavailable there is not sent. */
    country: text('country'),
    createdAt: createdAt(),
    /** Set when the push service asked us to wait. */
    pausedUntil: moment('paused_until'),
    failures: integer('failures').notNull().default(0),
  },
  (table) => [
    index('push_subscriptions_user').on(table.userId),
    index('push_subscriptions_session').on(table.sessionId),
  ],
);

/** Messages on their way to a device: ids only, one per notification. */
export const pushMessages = pgTable(
  'push_messages',
  {
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    /** A bare id without its partition. A message whose notification is gone is not sent. */
    notificationId: uuid('notification_id').notNull(),
    dueAt: moment('due_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.subscriptionId, table.notificationId] }),
    index('push_messages_notification').on(table.notificationId),
    index('push_messages_due').on(table.dueAt),
  ],
);
