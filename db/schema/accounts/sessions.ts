import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, createdAt, id, moment } from '../columns.ts';
import { users } from './users.ts';

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
    /** When its holder last proved all that the account asks for; null when a device was trusted instead. */
    provenAt: moment('proven_at'),
  },
  (table) => [index('sessions_user_id').on(table.userId), index('sessions_expires_at').on(table.expiresAt)],
);

export type FirstProof = 'password' | 'provider';

/** Sign-ins of which the second factor is still to come. Only the SHA-256 of a ticket is kept. */
export const signInTickets = pgTable(
  'sign_in_tickets',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: bytea('token_hash').notNull().unique(),
    proof: text('proof').$type<FirstProof>().notNull(),
    /** Wrong answers so far. */
    tries: integer('tries').notNull().default(0),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('sign_in_tickets_user_id').on(table.userId),
    index('sign_in_tickets_expires_at').on(table.expiresAt),
  ],
);

/** Browsers that are not asked for the second factor for a while, known by the SHA-256 of a cookie. */
export const confirmedDevices = pgTable(
  'confirmed_devices',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    secretHash: bytea('secret_hash').notNull(),
    confirmedAt: moment('confirmed_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.secretHash] }),
    index('confirmed_devices_expires_at').on(table.expiresAt),
  ],
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

/** Since when and until when somebody was a founder, in days (UTC): the first one is in it, the last one is not. */
export const founderTerms = pgTable(
  'founder_terms',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    since: date('since', { mode: 'string' }).notNull(),
    until: date('until', { mode: 'string' }),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.since] }),
    check('founder_terms_order', sql`${table.until} >= ${table.since}`),
  ],
);
