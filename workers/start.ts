/** Starts the house's own jobs; both composition roots that run workers call this. */
import type { Deps } from '../server/deps.ts';
import type { JobQueue } from '../server/queue/queue.ts';
import { handlers, lastRites } from './handlers.ts';
import { type RunWorkersOptions, runWorkers, type Workers } from './run-workers.ts';

/** `concurrency` is the number of pictures worked on at a time; by default one core is left for everything else (`WORKER_PICTURES`). */
export const startWorkers = (
  deps: Deps,
  queue: JobQueue,
  { concurrency = deps.config.WORKER_PICTURES, quick }: Pick<RunWorkersOptions, 'concurrency' | 'quick'> = {},
): Promise<Workers> => runWorkers(deps, queue, { handlers, lastRites, concurrency, quick });

/** Beside the web, whose connections they share, jobs take half of them. */
export const startWorkersBesideWeb = (deps: Deps, queue: JobQueue): Promise<Workers> =>
  startWorkers(deps, queue, { quick: Math.ceil(deps.config.DATABASE_POOL_SIZE / 2) });
