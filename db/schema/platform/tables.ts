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

/** Transactional outbox: jobs that a transaction requests. A relay hands them to the queue after the commit. */
export const outbox = pgTable(
  'outbox',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    name: text('name').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    runAt: moment('run_at'),
    createdAt: createdAt(),
    relayedAt: moment('relayed_at'),
    /** Request and open span (W3C trace context) that caused the job. Only logs and traces use them. */
    requestId: text('request_id'),
    traceparent: text('traceparent'),
  },
  (table) => [
    index('outbox_waiting').on(table.id).where(sql`${table.relayedAt} is null`),
    index('outbox_relayed_at').on(table.relayedAt),
  ],
);

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
    /** When an administrator decided against a retry. The row stays, so that sweeps do not try again. */
    droppedAt: moment('dropped_at'),
    /** Job id in the queue. Null in older rows. */
    jobId: text('job_id'),
    queuedAt: moment('queued_at'),
    /** The error without job-specific parts, so that similar failures can be grouped. */
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

/** Recent work of the workers: one row per attempt, written in batches some seconds later. */
export const jobRuns = pgTable(
  'job_runs',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    jobId: text('job_id').notNull(),
    name: text('name').notNull(),
    /** Ids only, as in the job. Long lists are truncated. */
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

export const scheduleRuns = pgTable('schedule_runs', {
  name: text('name').primaryKey(),
  worker: text('worker').notNull(),
  startedAt: moment('started_at').notNull(),
  durationMs: integer('duration_ms'),
  error: text('error'),
  failedAt: moment('failed_at'),
  nextAt: moment('next_at').notNull(),
});

/** Shared by all processes of one database, without configuration: the picture signing key, the demo's progress. */
export const settings = pgTable('settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  createdAt: createdAt(),
});

/** Use of limited resources per account or address since its window began. */
export const usedAmounts = pgTable(
  'used_amounts',
  {
    bucket: text('bucket').primaryKey(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    endsAt: moment('ends_at').notNull(),
  },
  (table) => [index('used_amounts_ends_at').on(table.endsAt)],
);

/** Stored responses to money writes, by the sender's idempotency key. A repeated request gets the same response. */
export const keptAnswers = pgTable(
  'kept_answers',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    key: text('key').notNull(),
    /** Hash of the request. A different request with the same key is refused. */
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
