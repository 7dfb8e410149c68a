/** What people are told of. Rows go with the account; what they are about are bare ids, which may be gone by now. */
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

/** What others do. */
export type SocialKind = 'new_episode' | 'new_comment' | 'reply' | 'mention' | 'new_subscriber';
/** What the house itself has to say: no switch turns it off. */
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

/** What a system row tells besides what it is about; words of ours, never what somebody wrote. */
export type NotificationDetails = Readonly<Record<string, string>>;

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/**
 * What is alike and unread is one row that counts: three new comments on one episode. Sixteen partitions by a hash of the user,
 * by whom all is asked: each has its own vacuum and small indexes.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid('id').notNull(),
    userId: userId(),
    kind: text('kind').$type<NotificationKind>().notNull(),
    /** Of one kind and one thing there is one row for each user. */
    key: text('key').notNull(),
    /** Null for what is about no story. */
    storyId: uuid('story_id'),
    episodeId: uuid('episode_id'),
    details: jsonb('details').$type<NotificationDetails>(),
    /** The last of what it tells of, newest last, by which an event that comes again is known. */
    subjectIds: uuid('subject_ids').array().notNull(),
    count: integer('count').notNull().default(1),
    createdAt: createdAt(),
    readAt: moment('read_at'),
    /** It is gone for its reader, who may bring it back for some minutes. */
    removedAt: moment('removed_at'),
    /** How many of `count` a mail has told. */
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

/** How many are unread: what the badge shows, so that no page counts. */
export const notificationCounters = pgTable('notification_counters', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  unreadCount: integer('unread_count').notNull().default(0),
});

/** How far the telling of a release to its subscribers is: a worker that dies goes on from here. */
export const notificationRounds = pgTable('notification_rounds', {
  episodeId: uuid('episode_id').primaryKey(),
  /** The last subscriber who was told. */
  cursor: uuid('cursor'),
  doneAt: moment('done_at'),
});

/** A mail that waits: one for each user, story and hour. */
export const notificationDigests = pgTable(
  'notification_digests',
  {
    userId: userId(),
    storyId: uuid('story_id').notNull(),
    /** Null when nothing waits. */
    dueAt: moment('due_at'),
    sentAt: moment('sent_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.storyId] }),
    index('notification_digests_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    // By which those that nothing has followed for long are swept.
    index('notification_digests_sent').on(table.sentAt).where(sql`${table.dueAt} is null`),
  ],
);

/**
 * A browser that shows what is told while no page of ours is open (Web Push). Whoever knows the endpoint can send to it, so
 * no call answers it. It belongs to the session in which it was asked for, and ends with it.
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
    /** Of the endpoint: one device is one row, whoever is signed in on it. */
    endpointHash: bytea('endpoint_hash').notNull().unique(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** Where the device was when it last said so; what is closed there is not sent. */
    country: text('country'),
    createdAt: createdAt(),
    /** Its service has asked for patience. */
    pausedUntil: moment('paused_until'),
    /** How often in a row nothing arrived there. */
    failures: integer('failures').notNull().default(0),
  },
  (table) => [
    index('push_subscriptions_user').on(table.userId),
    index('push_subscriptions_session').on(table.sessionId),
  ],
);

/** What is on its way to a device: ids only, one for what is alike. */
export const pushMessages = pgTable(
  'push_messages',
  {
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    /** A bare id, which says nothing of the partition: a message about what is gone is not sent. */
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
