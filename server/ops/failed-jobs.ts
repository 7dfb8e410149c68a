/** Jobs that failed for good: kept here with the reason, listed for administrators, and tried again on request. */
import { createHash } from 'node:crypto';
import { desc, eq, sql } from 'drizzle-orm';
import { failedJobs } from '../../db/schema/index.ts';
import { type Deps, inTransaction } from '../deps.ts';
import { addFailure, markRetried } from '../domains/operations/failures.ts';
import { reasonOf } from '../domains/operations/rules.ts';
import { conflict, notFound } from '../lib/errors.ts';
import { isId } from '../lib/ids.ts';
import { isEventName, isPayloadOf } from '../outbox/events.ts';
import { record } from '../outbox/record.ts';
import type { FailedJob } from '../queue/queue.ts';

const PAGE_SIZE = 50;
const LONGEST_ERROR = 4_000;

export type FailedJobRow = typeof failedJobs.$inferSelect;

/** Writing the same failure again changes nothing, so that a keeper that was interrupted may start over. */
export async function keepFailedJob(deps: Deps, job: FailedJob): Promise<void> {
  await addFailure(deps, {
    id: failureId(job),
    name: job.name,
    payload: isRecord(job.payload) ? job.payload : { value: job.payload },
    error: job.error.slice(0, LONGEST_ERROR),
    attempts: job.attempts,
    failedAt: deps.clock.now(),
    jobId: job.id,
    queuedAt: job.addedAt,
    reason: reasonOf(job.error),
  });
}

/** The newest first, 50 a page counted from 1. */
export async function listFailedJobs(
  deps: Deps,
  { page }: { page: number },
): Promise<{ items: FailedJobRow[]; page: number; per_page: number; total: number }> {
  const items = await deps.db
    .select()
    .from(failedJobs)
    .orderBy(desc(failedJobs.failedAt), desc(failedJobs.id))
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE);
  const [count] = await deps.db.select({ total: sql<number>`count(*)::int` }).from(failedJobs);
  return { items, page, per_page: PAGE_SIZE, total: count?.total ?? 0 };
}

/** Records the job anew. 404 for an unknown id; 409 when it was retried already or this program cannot run it. */
export async function retryFailedJob(deps: Deps, id: string): Promise<void> {
  if (!isId(id)) throw notFound('not_found');
  await inTransaction(deps, async (tx) => {
    const [row] = await tx.db.select().from(failedJobs).where(eq(failedJobs.id, id)).for('update');
    if (row === undefined) throw notFound('not_found');
    if (row.retriedAt !== null || row.droppedAt !== null) throw conflict('failed_job_already_retried');
    if (!isEventName(row.name) || !isPayloadOf(row.name, row.payload))
      throw conflict('failed_job_not_retryable');
    await record(tx, row.name, row.payload);
    await markRetried(tx, [id]);
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A version 7 UUID that depends on the job alone: its time is that of the job, the rest a digest of the job's id. */
function failureId({ id, addedAt }: FailedJob): string {
  const time = addedAt.getTime().toString(16).padStart(12, '0');
  const digest = createHash('sha256').update(id).digest('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digest.slice(0, 3)}-8${digest.slice(3, 6)}-${digest.slice(6, 18)}`;
}
