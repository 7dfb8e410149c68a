/** Jobs of a newer program, met by an older one during a roll-out. They are left for the newer one. */
import { DelayedError, type Job } from 'bullmq';
import { HOUR_MS, SECOND_MS } from '../lib/durations.ts';
import { dueOf } from './survey.ts';

/** How often an older program meets the same job again. */
export const LEAVE_MS = 5 * SECOND_MS;
/** By then, the roll-out has ended or was reverted. The job fails and people are notified. */
const ROLL_OUT_MS = HOUR_MS;

/** Always throws. The job waits and loses no attempt. */
export async function leaveToNewer(job: Job, token: string | undefined, leaveMs: number): Promise<never> {
  const now = Date.now();
  if (now - dueOf(job).getTime() > ROLL_OUT_MS)
    throw new Error(`There is no job ${job.name} in this program`);
  await job.moveToDelayed(now + leaveMs, token);
  throw new DelayedError();
}
