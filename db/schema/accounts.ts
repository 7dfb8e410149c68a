import { sql } from 'drizzle-orm';
import { boolean, date, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, citext, createdAt, id, moment } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: id(),
    email: citext('email').notNull().unique(),
    /** A new address that waits for its confirmation; it replaces the old one then. */
    pendingEmail: citext('pending_email'),
    emailConfirmedAt: moment('email_confirmed_at'),
    passwordHash: text('password_hash'),
    slug: text('slug').notNull().unique(),
    displayName: text('display_name').notNull(),
    name: text('name'),
    website: text('website'),
    dateOfBirth: date('date_of_birth', { mode: 'string' }).notNull(),
    guardianConsentAt: moment('guardian_consent_at'),
    timezone: text('timezone').notNull().default('UTC'),
    language: text('language').notNull().default('en'),
    /** ISO 639-1 in the user's order, for new stories. */
    preferredLanguages: text('preferred_languages').array().notNull().default([]),
    pictureMediaId: uuid('picture_media_id'),
    founder: boolean('founder').notNull().default(false),
    publisher: boolean('publisher').notNull().default(false),
    administrator: boolean('administrator').notNull().default(false),
    lockedAt: moment('locked_at'),
    subscribeToEmails: boolean('subscribe_to_emails').notNull().default(false),
    notifyNewComments: boolean('notify_new_comments').notNull().default(true),
    notifyNewEpisodes: boolean('notify_new_episodes').notNull().default(true),
    notifyNewSubscriber: boolean('notify_new_subscriber').notNull().default(true),
    notifyReplies: boolean('notify_replies').notNull().default(true),
    createdAt: createdAt(),
    /** Set while the owner may still change their mind (30 days); `erased_at` when only the empty row is left. */
    deletionRequestedAt: moment('deletion_requested_at'),
    erasedAt: moment('erased_at'),
  },
  (table) => [
    index('users_deletion')
      .on(table.deletionRequestedAt)
      .where(sql`${table.deletionRequestedAt} is not null`),
    index('users_picture').on(table.pictureMediaId).where(sql`${table.pictureMediaId} is not null`),
  ],
);

/** Only the SHA-256 of a token is kept, so that a copy of the table signs nobody in. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: bytea('token_hash').notNull().unique(),
    userAgent: text('user_agent').notNull().default(''),
    createdAt: createdAt(),
    lastUsedAt: moment('last_used_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('sessions_user_id').on(table.userId), index('sessions_expires_at').on(table.expiresAt)],
);

/** Failed sign-ins of a window, per account and per address (decisions.md §4); swept when the window has passed. */
export const signInFailures = pgTable(
  'sign_in_failures',
  {
    id: id(),
    bucket: text('bucket').notNull(),
    failedAt: moment('failed_at').notNull().defaultNow(),
  },
  (table) => [
    index('sign_in_failures_bucket').on(table.bucket, table.failedAt),
    index('sign_in_failures_failed_at').on(table.failedAt),
  ],
);
