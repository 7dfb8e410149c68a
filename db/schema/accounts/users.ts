/** Users and pictures share a file, since their tables refer to each other. */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { DEFAULT_LOCALE } from '../../../server/lib/locale.ts';
import { citext, createdAt, id, moment } from '../columns.ts';
import type { MediaPiece, MediaPurpose, MediaVariant } from '../media/uploads.ts';

export const users = pgTable(
  'users',
  {
    id: id(),
    email: citext('email').notNull().unique(),
    /** New address that waits for confirmation and then replaces `email`. */
    pendingEmail: citext('pending_email'),
    emailConfirmedAt: moment('email_confirmed_at'),
    passwordHash: text('password_hash'),
    slug: text('slug').notNull().unique(),
    displayName: text('display_name').notNull(),
    /** Look-alike key of the name (`lookOf`), against impersonation. Null until a sweep fills an older row. */
    look: text('look'),
    name: text('name'),
    website: text('website'),
    bio: text('bio'),
    dateOfBirth: date('date_of_birth', { mode: 'string' }).notNull(),
    guardianConsentAt: moment('guardian_consent_at'),
    timezone: text('timezone').notNull().default('UTC'),
    language: text('language').notNull().default(DEFAULT_LOCALE),
    /** ISO 639-1, in the user's order. Preselected for new stories. */
    preferredLanguages: text('preferred_languages').array().notNull().default([]),
    pictureMediaId: uuid('picture_media_id').references((): AnyPgColumn => media.id),
    founder: boolean('founder').notNull().default(false),
    publisher: boolean('publisher').notNull().default(false),
    administrator: boolean('administrator').notNull().default(false),
    lockedAt: moment('locked_at'),
    secondFactorAt: moment('second_factor_at'),
    subscribeToEmails: boolean('subscribe_to_emails').notNull().default(false),
    notifyNewComments: boolean('notify_new_comments').notNull().default(true),
    notifyNewEpisodes: boolean('notify_new_episodes').notNull().default(true),
    notifyNewSubscriber: boolean('notify_new_subscriber').notNull().default(true),
    notifyReplies: boolean('notify_replies').notNull().default(true),
    createdAt: createdAt(),
    /** Set while the owner may cancel the deletion (30 days). `erased_at` is set once only the empty row is left. */
    deletionRequestedAt: moment('deletion_requested_at'),
    erasedAt: moment('erased_at'),
  },
  (table) => [
    index('users_look').on(table.look).where(sql`${table.look} is not null`),
    index('users_without_look').on(table.id).where(sql`${table.look} is null`),
    index('users_deletion')
      .on(table.deletionRequestedAt)
      .where(sql`${table.deletionRequestedAt} is not null`),
    index('users_named').using(
      'gin',
      sql`lower(${table.displayName} || ' ' || ${table.slug} || ' ' || ${table.email}::text) gin_trgm_ops`,
    ),
    index('users_locked').on(table.lockedAt).where(sql`${table.lockedAt} is not null`),
    index('users_founders').on(table.id).where(sql`${table.founder}`),
    index('users_publishers').on(table.id).where(sql`${table.publisher}`),
    index('users_administrators').on(table.id).where(sql`${table.administrator}`),
    index('users_unconfirmed').on(table.id).where(sql`${table.emailConfirmedAt} is null`),
    index('users_picture').on(table.pictureMediaId).where(sql`${table.pictureMediaId} is not null`),
  ],
);

/**
 * An uploaded picture. Timestamps give its state: processed_at → ready, failed_at → failed (with `error`), started_at →
 * processing, none of them → queued. `hash` is the original's and is part of every address.
 */
export const media = pgTable(
  'media',
  {
    id: id(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    purpose: text('purpose').$type<MediaPurpose>().notNull(),
    originalName: text('original_name').notNull(),
    hash: text('hash').notNull(),
    bytes: integer('bytes').notNull(),
    type: text('type').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** Number of rebuilds of its sizes from the original. Part of addresses: an address never changes its picture. */
    edition: integer('edition').notNull().default(0),
    crop: jsonb('crop').$type<{ x: number; y: number; width: number; height: number }>(),
    pieces: jsonb('pieces').$type<MediaPiece[]>().notNull().default([]),
    variants: jsonb('variants').$type<MediaVariant[]>().notNull().default([]),
    /** Dominant colour (OKLCH hue in degrees, and chroma). A story takes its colour from its cover. */
    hue: doublePrecision('hue'),
    chroma: doublePrecision('chroma'),
    createdAt: createdAt(),
    startedAt: moment('started_at'),
    processedAt: moment('processed_at'),
    failedAt: moment('failed_at'),
    error: text('error'),
  },
  (table) => [
    index('media_owner_id').on(table.ownerId),
    index('media_unprocessed')
      .on(table.createdAt)
      .where(sql`${table.processedAt} is null and ${table.failedAt} is null`),
    check('media_size', sql`${table.width} > 0 and ${table.height} > 0`),
  ],
);
