/** Starts the house's own jobs; both composition roots that run workers call this. */
import type { Deps } from '../server/deps.ts';
import type { JobQueue } from '../server/queue/queue.ts';
import { handlers, lastRites } from './handlers.ts';
import { runWorkers, type Workers } from './run-workers.ts';

/** `concurrency` is the number of pictures worked on at a time; by default one core is left for everything else (`WORKER_PICTURES`). */
export const startWorkers = (
  deps: Deps,
  queue: JobQueue,
  { concurrency = deps.config.WORKER_PICTURES }: { concurrency?: number | undefined } = {},
): Promise<Workers> => runWorkers(deps, queue, { handlers, lastRites, concurrency });
