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
import { users } from '../accounts/users.ts';
import { createdAt, id, moment } from '../columns.ts';

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
    /** The request that caused it, and the span that was open then (W3C trace context): for logs and traces alone. */
    requestId: text('request_id'),
    traceparent: text('traceparent'),
  },
  (table) => [
    index('outbox_waiting').on(table.id).where(sql`${table.relayedAt} is null`),
    index('outbox_relayed_at').on(table.relayedAt),
  ],
);

/** Jobs that failed for good, so that somebody can see why and try them again. */
export const failedJobs = pgTable(
  'failed_jobs',
  {
    id: id(),
    name: text('name').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    error: text('error').notNull(),
    attempts: integer('attempts').notNull(),
    failedAt: moment('failed_at').notNull().defaultNow(),
    retriedAt: moment('retried_at'),
    /** An administrator decided that it is not to be tried again; the row keeps sweeps from trying. */
    droppedAt: moment('dropped_at'),
    /** Under which the queue knew it, and its runs do; null in older rows. */
    jobId: text('job_id'),
    queuedAt: moment('queued_at'),
    /** The error without what differs from job to job, so that what is alike can be told. */
    reason: text('reason').notNull().default(''),
  },
  (table) => [
    index('failed_jobs_open')
      .on(table.failedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.retriedAt} is null and ${table.droppedAt} is null`),
    index('failed_jobs_alike')
      .on(table.name, table.reason)
      .where(sql`${table.retriedAt} is null and ${table.droppedAt} is null`),
    index('failed_jobs_job_id').on(table.jobId),
  ],
);

export type JobOutcome = 'done' | 'failed' | 'gave_up';

/** What workers did lately: one row for each try of a job, written some seconds later with others. */
export const jobRuns = pgTable(
  'job_runs',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    jobId: text('job_id').notNull(),
    name: text('name').notNull(),
    /** Ids only, as the job holds them; a long list is cut. */
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    attempt: smallint('attempt').notNull(),
    outcome: text('outcome').$type<JobOutcome>().notNull(),
    reason: text('reason'),
    worker: text('worker').notNull(),
    queuedAt: moment('queued_at').notNull(),
    startedAt: moment('started_at').notNull(),
    durationMs: integer('duration_ms').notNull(),
  },
  (table) => [
    index('job_runs_job_id').on(table.jobId),
    index('job_runs_name').on(table.name, table.id),
    index('job_runs_done').on(table.startedAt).where(sql`${table.outcome} = 'done'`),
    index('job_runs_failed').on(table.startedAt).where(sql`${table.outcome} <> 'done'`),
  ],
);

/** How many tries of each job ended in a minute, so that the last hour is added up from few rows. */
export const jobMinutes = pgTable(
  'job_minutes',
  {
    minute: moment('minute').notNull(),
    name: text('name').notNull(),
    doneCount: integer('done_count').notNull(),
    failedCount: integer('failed_count').notNull(),
    busyMs: bigint('busy_ms', { mode: 'number' }).notNull(),
    waitedMaxMs: bigint('waited_max_ms', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ name: 'job_minutes_pk', columns: [table.minute, table.name] })],
);

/** The latest round of each sweep, whichever worker did it. */
export const scheduleRuns = pgTable('schedule_runs', {
  name: text('name').primaryKey(),
  worker: text('worker').notNull(),
  startedAt: moment('started_at').notNull(),
  /** Null while it runs. */
  durationMs: integer('duration_ms'),
  /** Of the latest round, unless it went well. */
  error: text('error'),
  failedAt: moment('failed_at'),
  nextAt: moment('next_at').notNull(),
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
