/** What people are told of. Rows go with the account; what they are about are bare ids, which may be gone by now. */
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from './columns.ts';
import { users } from './users.ts';

export type NotificationKind = 'new_episode' | 'new_comment' | 'reply' | 'mention' | 'new_subscriber';

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** What is alike and unread is one row that counts: three new comments on one episode. */
export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    userId: userId(),
    kind: text('kind').$type<NotificationKind>().notNull(),
    /** Of one kind and one thing there is one row for each user. */
    key: text('key').notNull(),
    storyId: uuid('story_id').notNull(),
    episodeId: uuid('episode_id'),
    /** The last of what it tells of, newest last, by which an event that comes again is known. */
    subjectIds: uuid('subject_ids').array().notNull(),
    count: integer('count').notNull().default(1),
    createdAt: createdAt(),
    readAt: moment('read_at'),
  },
  (table) => [
    uniqueIndex('notifications_key').on(table.userId, table.key),
    index('notifications_user').on(table.userId, table.createdAt.desc().nullsFirst(), table.id),
    index('notifications_unread').on(table.userId, table.storyId).where(sql`${table.readAt} is null`),
    index('notifications_age').on(table.createdAt),
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
  ],
);
