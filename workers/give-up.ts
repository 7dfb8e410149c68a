/** Moves a job that failed for good from the queue to `failed_jobs`. An interruption loses nothing. */

import type { Deps } from '../server/deps.ts';
import { keepFailedJob } from '../server/ops/failed-jobs.ts';
import { isPayloadOf } from '../server/outbox/events.ts';
import type { FailedJob, JobQueue } from '../server/ports.ts';
import { isJobName, type JobName } from '../server/queue/jobs.ts';
import type { LastRites } from './run-job.ts';

const BATCH_SIZE = 100;

export async function giveUp(deps: Deps, queue: JobQueue, rites: LastRites, job: FailedJob): Promise<void> {
  deps.log.error(
    { job: job.name, jobId: job.id, attempts: job.attempts, error: job.error },
    'a job failed for good',
  );
  await keepFailedJob(deps, job);
  deps.metrics.gaveUp(isJobName(job.name) ? job.name : 'unknown');
  if (isJobName(job.name)) await performRites(deps, rites, job.name, job.payload);
  await queue.forget(job);
}

/** Handles failed jobs left in the queue by a process that ended in between. */
export async function giveUpLeftovers(deps: Deps, queue: JobQueue, rites: LastRites): Promise<void> {
  for (const job of await queue.listFailed(BATCH_SIZE)) await giveUp(deps, queue, rites, job);
}

async function performRites<N extends JobName>(
  deps: Deps,
  rites: LastRites,
  name: N,
  payload: unknown,
): Promise<void> {
  if (isPayloadOf(name, payload)) await rites[name]?.(deps, payload);
}
