import type { Deps } from '../server/deps.ts';
import type { JobQueue } from '../server/ports.ts';
import { handlers, lastRites } from './handlers.ts';
import { type RunWorkersOptions, runWorkers, type Workers } from './run-workers.ts';

/** `concurrency`: pictures processed in parallel. By default, one core stays free (`WORKER_PICTURES`). */
export const startWorkers = (
  deps: Deps,
  queue: JobQueue,
  { concurrency = deps.config.WORKER_PICTURES, quick }: Pick<RunWorkersOptions, 'concurrency' | 'quick'> = {},
): Promise<Workers> => runWorkers(deps, queue, { handlers, lastRites, concurrency, quick });

/** Inside a web process, jobs take half of the shared connections. */
export const startWorkersBesideWeb = (deps: Deps, queue: JobQueue): Promise<Workers> =>
  startWorkers(deps, queue, { quick: Math.ceil(deps.config.DATABASE_POOL_SIZE / 2) });
