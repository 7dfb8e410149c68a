/** Jobs of a newer program, which an older one meets while both run: they are left for the newer one. */
import { DelayedError, type Job } from 'bullmq';
import { HOUR_MS, SECOND_MS } from '../lib/durations.ts';
import { dueOf } from './survey.ts';

/** So often an older program may meet the same job again. */
export const LEAVE_MS = 5 * SECOND_MS;
/** A roll-out has ended by then, or was taken back; the job fails, and people hear of it. */
const ROLL_OUT_MS = HOUR_MS;

/** Throws in any case: a job that is left waits and has lost no attempt. */
export async function leaveToNewer(job: Job, token: string | undefined, leaveMs: number): Promise<never> {
  const now = Date.now();
  if (now - dueOf(job).getTime() > ROLL_OUT_MS)
    throw new Error(`There is no job ${job.name} in this program`);
  await job.moveToDelayed(now + leaveMs, token);
  throw new DelayedError();
}
