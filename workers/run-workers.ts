import { availableParallelism } from 'node:os';
import type { Deps } from '../server/deps.ts';
import { withTimeout } from '../server/lib/timeout.ts';
import { startRelay } from '../server/outbox/relay.ts';
import type { FailedJob, JobGroup, JobQueue, RunningJob } from '../server/ports.ts';
import { giveUp } from './give-up.ts';
import { startHistory } from './history.ts';
import { toJobs } from './reactions.ts';
import { type Handlers, type LastRites, runJob } from './run-job.ts';
import { makeSchedules, PUNCTUAL_TICK_MS, punctualSchedules, startSchedules } from './schedules.ts';

/** With slow statements, releases need not wait for other jobs. */
const QUICK_MAX_COUNT = 8;
/** Connections reserved for sweeps. */
const SPARED_COUNT = 2;
/** Longer than the queue waits before it returns a job. */
const DRAIN_MS = 7_500;

export type RunWorkersOptions = {
  handlers: Handlers;
  lastRites?: LastRites;
  /** Parallel jobs without pictures. Default: as many as the connections allow. */
  quick?: number | undefined;
  /** Pictures processed in parallel. Default: one core is left for everything else. */
  concurrency?: number | undefined;
  lockMs?: number;
  patienceMs?: number;
};

export type Workers = {
  /** Takes no new jobs, waits some seconds for running ones, returns the rest, then stops. */
  close(): Promise<void>;
};

const quickCount = ({ DATABASE_POOL_SIZE }: Deps['config']): number =>
  Math.max(1, Math.min(QUICK_MAX_COUNT, DATABASE_POOL_SIZE - SPARED_COUNT));

export const defaultConcurrency = (): number => Math.max(1, availableParallelism() - 1);

export async function runWorkers(
  deps: Deps,
  queue: JobQueue,
  {
    handlers,
    lastRites = {},
    quick = quickCount(deps.config),
    concurrency = defaultConcurrency(),
    lockMs,
    patienceMs,
  }: RunWorkersOptions,
): Promise<Workers> {
  const ending = new AbortController();
  const givingUp = new Set<Promise<void>>();
  const onGivenUp = (job: FailedJob): void => {
    const task = giveUp(deps, queue, lastRites, job).catch((error) => {
      deps.log.warn({ err: error, jobId: job.id }, 'a failed job stays in the queue until the next sweep');
    });
    givingUp.add(task);
    void task.then(() => givingUp.delete(task));
  };
  const history = startHistory(deps);
  const run = (job: RunningJob) => history.job(job, () => runJob(deps, handlers, job, ending.signal));
  const work = (group: JobGroup, atOnce: number) =>
    queue.work(group, run, { concurrency: atOnce, onGivenUp, lockMs, patienceMs });
  const consumers = await Promise.all([work('quick', quick), work('images', concurrency)]);
  const relay = startRelay(deps, queue, { toJobs });
  const schedules = startSchedules(deps, queue, makeSchedules(lastRites).map(history.watched));
  const releases = startSchedules(deps, queue, punctualSchedules.map(history.watched), {
    tickMs: PUNCTUAL_TICK_MS,
  });

  return {
    async close() {
      ending.abort();
      const closing = Promise.all([...consumers, relay, schedules, releases].map((part) => part.close()));
      await withTimeout(
        closing.then(() => Promise.all(givingUp)).then(history.close),
        DRAIN_MS,
        'running jobs',
      ).catch((error) => {
        // Their locks expire, and other workers take over.
        deps.log.warn({ err: error }, 'the workers exit before their jobs are finished');
      });
    },
  };
}
