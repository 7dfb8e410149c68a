import { service } from '../../../deps.ts';
import type { JobQueue } from '../../../ports.ts';

/** For administration only: jobs are added by `record`. Null in commands and in some tests. */
export const jobQueue = service<JobQueue | null>('queue');
