import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, createdAt, id, moment } from '../columns.ts';
import { users } from './users.ts';

/** Only the SHA-256 of a token is stored, so that a copy of the table signs nobody in. */
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
    /** When the holder last passed every check the account requires. Null when a trusted device replaced one. */
    provenAt: moment('proven_at'),
  },
  (table) => [index('sessions_user_id').on(table.userId), index('sessions_expires_at').on(table.expiresAt)],
);

export type FirstProof = 'password' | 'provider';

/** Sign-ins that still need the second factor. Only the SHA-256 of a ticket is stored. */
export const signInTickets = pgTable(
  'sign_in_tickets',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: bytea('token_hash').notNull().unique(),
    proof: text('proof').$type<FirstProof>().notNull(),
    tries: integer('tries').notNull().default(0),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('sign_in_tickets_user_id').on(table.userId),
    index('sign_in_tickets_expires_at').on(table.expiresAt),
  ],
);

/** Browsers that skip the second factor for a while, identified by the SHA-256 of a cookie. */
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

/** Failed sign-ins per account and per address (decisions.md §4). A sweep deletes them when their window has passed. */
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

/** Periods in which a user was a founder, in days (UTC): `since` is included, `until` is not. */
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
