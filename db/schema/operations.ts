import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from './columns.ts';
import { users } from './users.ts';

/** Transactional outbox: what a transaction wants the workers to do, handed to the queue after the commit. */
export const outbox = pgTable(
  'outbox',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    name: text('name').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    runAt: moment('run_at'),
    createdAt: createdAt(),
    relayedAt: moment('relayed_at'),
  },
  (table) => [
    index('outbox_waiting').on(table.id).where(sql`${table.relayedAt} is null`),
    index('outbox_relayed_at').on(table.relayedAt),
  ],
);

/** Jobs that failed for good, so that somebody can see why and try them again. */
export const failedJobs = pgTable('failed_jobs', {
  id: id(),
  name: text('name').notNull(),
  payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
  error: text('error').notNull(),
  attempts: integer('attempts').notNull(),
  failedAt: moment('failed_at').notNull().defaultNow(),
  retriedAt: moment('retried_at'),
});

/** What all processes of one database share and nobody configures: the key that signs pictures, how far the demo is. */
export const settings = pgTable('settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  createdAt: createdAt(),
});

/** What an account or an address has used of something that costs, since its window began; one row for each. */
export const usedAmounts = pgTable(
  'used_amounts',
  {
    bucket: text('bucket').primaryKey(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    endsAt: moment('ends_at').notNull(),
  },
  (table) => [index('used_amounts_ends_at').on(table.endsAt)],
);

/** What was answered to a write of money under the key that its sender chose, so that it is answered alike once more. */
export const keptAnswers = pgTable(
  'kept_answers',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    key: text('key').notNull(),
    /** Of the request: another one under the same key is refused. */
    fingerprint: text('fingerprint').notNull(),
    status: smallint('status').notNull(),
    body: jsonb('body'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'kept_answers_pk', columns: [table.userId, table.key] }),
    index('kept_answers_created_at').on(table.createdAt),
  ],
);
