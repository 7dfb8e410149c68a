import { createHash } from 'node:crypto';
import type { Deps } from '../deps.ts';
import { addFailure } from '../domains/platform/tables/failures.ts';
import { reasonOf } from '../domains/platform/tables/rules.ts';
import type { FailedJob } from '../ports.ts';

const LONGEST_ERROR = 4_000;

/** Idempotent, so that an interrupted caller may start over. */
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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A version 7 UUID derived from the job: time of the job, then a digest of its id. */
function failureId({ id, addedAt }: FailedJob): string {
  const time = addedAt.getTime().toString(16).padStart(12, '0');
  const digest = createHash('sha256').update(id).digest('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digest.slice(0, 3)}-8${digest.slice(3, 6)}-${digest.slice(6, 18)}`;
}
