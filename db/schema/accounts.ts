import { sql } from 'drizzle-orm';
import { check, date, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, createdAt, id, moment } from './columns.ts';
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
