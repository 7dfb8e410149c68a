/** Actions of administrators and operators on queues and on jobs that failed for good. */

import { and, eq, lte, type SQL } from 'drizzle-orm';
import Value from 'typebox/value';
import { failedJobs } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { AWAY_SECONDS, conflict, notFound, unavailable } from '../../../lib/errors.ts';
import { lockByName } from '../../../lib/locks.ts';
import { recordJobs } from '../../../outbox/record.ts';
import { houseParts } from '../../define.ts';
import { type AdminAction, logAction } from '../../platform/audit/log.ts';
import { type Failure, isOpen, markDropped, markRetried } from '../../platform/tables/failures.ts';
import { jobQueue } from './job-queue.ts';
import { findJob } from './queries-job.ts';
import { type AskedQueue, AT_ONCE_MAX_COUNT, QUEUE_IDS, QUEUE_NAMES, type QueueName } from './rules.ts';

/** Null on the operator's command line. */
type Actor = { actorId: string | null };
/** All jobs of this name (and reason) that failed by `until`. */
type Group = { name: string; reason?: string; until?: Date };
/** One failed job, optionally with all that are alike, or a group. */
export type Which = { id: string; alike?: boolean } | Group;

/** Returns the new queue ids. Each failed job is retried once, even if several people ask. */
export async function retryAll(deps: Deps, which: Which, actor: Actor): Promise<string[]> {
  const jobIds = await inBatches(deps, which, (some) => retryFailed(deps, some, actor));
  if (jobIds.length === 0) throw conflict('failed_job_not_retryable');
  return jobIds;
}

export async function dropAll(deps: Deps, which: Which, actor: Actor): Promise<number> {
  const { length } = await inBatches(deps, which, (some) => dropFailed(deps, some, actor));
  if (length === 0) throw notFound('not_found');
  return length;
}

/** Works in batches until none is left. Jobs that fail again meanwhile are excluded. */
async function inBatches(
  deps: Deps,
  which: Which,
  take: (which: Which) => Promise<string[]>,
): Promise<string[]> {
  const group = await groupOf(deps, which);
  const ids = await take(which);
  for (let count = ids.length; group !== null && count > 0; ) {
    const more = await take(group);
    ids.push(...more);
    count = more.length;
  }
  return ids;
}

async function groupOf({ db, clock }: Deps, which: Which): Promise<Group | null> {
  const until = clock.now();
  if ('name' in which) return { ...which, until };
  if (which.alike !== true) return null;
  const { name, reason } = failedJobs;
  const [row] = await db.select({ name, reason }).from(failedJobs).where(eq(failedJobs.id, which.id));
  return row?.reason == null ? null : { name: row.name, reason: row.reason, until };
}

const meant = ({ name, reason, until }: Group): SQL | undefined =>
  and(
    eq(failedJobs.name, name),
    reason === undefined ? undefined : eq(failedJobs.reason, reason),
    until === undefined ? undefined : lte(failedJobs.failedAt, until),
  );

function retryFailed(deps: Deps, which: Which, { actorId }: Actor): Promise<string[]> {
  return inTransaction(deps, async (tx) => {
    const able = (await takeOpen(tx, which)).filter((row) => isRunnable(tx, row));
    const jobIds = await recordJobs(tx, able);
    await markRetried(tx, idsOf(able));
    await logJobs(tx, able, { actorId, deed: 'job_retried' });
    return jobIds;
  });
}

/** Keeps the rows for a while: otherwise, a sweep would take dropped jobs for forgotten ones. */
function dropFailed(deps: Deps, which: Which, { actorId }: Actor): Promise<string[]> {
  return inTransaction(deps, async (tx) => {
    const rows = await takeOpen(tx, which);
    await markDropped(tx, idsOf(rows));
    await logJobs(tx, rows, { actorId, deed: 'job_dropped', reason: rows[0]?.reason ?? '' });
    return idsOf(rows);
  });
}

const idsOf = (rows: readonly Failure[]): string[] => rows.map(({ id }) => id);

/** One log entry, about the first job. */
async function logJobs(
  tx: TransactionDeps,
  rows: readonly Failure[],
  entry: Pick<AdminAction, 'actorId' | 'deed' | 'reason'>,
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const { id, name } = first;
  await logAction(tx, { ...entry, subject: { type: 'job', id, name }, details: { count: rows.length } });
}

/** Locks the rows until the transaction ends. */
async function takeOpen(tx: Deps, which: Which): Promise<Failure[]> {
  if ('name' in which) return holdOpen(tx, meant(which));
  const [row] = await tx.db.select().from(failedJobs).where(eq(failedJobs.id, which.id));
  if (row === undefined) throw notFound('not_found');
  const alike = and(eq(failedJobs.name, row.name), eq(failedJobs.reason, row.reason));
  const rows = await holdOpen(tx, which.alike ? alike : eq(failedJobs.id, row.id));
  // Another person has retried or dropped it.
  if (rows.length === 0) throw conflict('failed_job_already_retried');
  return rows;
}

/** Sorted by id, which prevents deadlocks. */
const holdOpen = (tx: Deps, which: SQL | undefined): Promise<Failure[]> =>
  tx.db
    .select()
    .from(failedJobs)
    .where(and(which, isOpen()))
    .orderBy(failedJobs.id)
    .limit(AT_ONCE_MAX_COUNT)
    .for('update');

function isRunnable(deps: Pick<Deps, 'services'>, { name, payload }: Failure): boolean {
  const part = houseParts.of(deps).jobs.get(name);
  return part !== undefined && Value.Check(part.payload, payload);
}

/** Affects workers of all processes. Notifies the queue first, so that the log names only queues really changed. */
export async function setPaused(
  deps: Deps,
  name: AskedQueue,
  { actorId, isPaused }: Actor & { isPaused: boolean },
): Promise<void> {
  const queue = jobQueue.of(deps);
  if (queue === null) throw unavailable('queue_away', { retryAfterSeconds: AWAY_SECONDS });
  const told: QueueName[] = [];
  let failure: unknown = null;
  for (const each of name === 'all' ? QUEUE_NAMES : [name])
    await queue.setPaused(each, isPaused).then(
      () => told.push(each),
      (error) => {
        failure ??= error;
      },
    );
  const deed = isPaused ? 'queue_paused' : 'queue_resumed';
  await inTransaction(deps, async (tx) => {
    for (const each of failure === null ? [name] : told)
      await logAction(tx, { actorId, deed, subject: { type: 'queue', id: QUEUE_IDS[each], name: each } });
  });
  if (failure === null) return;
  deps.log.warn({ err: failure, told }, 'could not pause or resume a queue');
  throw unavailable('queue_away', { retryAfterSeconds: AWAY_SECONDS });
}

/** Runs a delayed job now. Throws 404 for an unknown job, 409 `job_not_delayed` when it runs, waits or has ended. */
export async function promoteJob(deps: Deps, wished: string, { actorId }: Actor): Promise<void> {
  const queue = jobQueue.of(deps);
  const { id } = await findJob(deps, wished);
  if (queue === null) throw unavailable('queue_away', { retryAfterSeconds: AWAY_SECONDS });
  await inTransaction(deps, async (tx) => {
    // BullMQ's promotion on PostgreSQL reads and then writes, so two at once would both succeed.
    await lockByName(tx, `job:${id}`);
    const isPromoted = await queue.promote(id).catch((error) => {
      deps.log.warn({ err: error, jobId: id }, 'could not promote a job');
      throw unavailable('queue_away', { retryAfterSeconds: AWAY_SECONDS });
    });
    if (!isPromoted) throw conflict('job_not_delayed');
    const subject = { type: 'queue', id: QUEUE_IDS.all, name: id } as const;
    await logAction(tx, { actorId, deed: 'job_promoted', subject });
  });
}
