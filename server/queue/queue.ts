/**
 * The queue as the house sees it: named jobs go in by `addBulk`, workers take them out by `work`. BullMQ lies beneath,
 * on Redis or on PostgreSQL, and nothing outside this folder knows which.
 */
import { type BulkJobOptions, type Job as BullJob, RateLimitError } from 'bullmq';
import type { Logger } from 'pino';
import type { JobGroup } from '../domains/define.ts';
import { withTimeout } from '../lib/timeout.ts';
import type { Origin } from '../lib/trail.ts';
import { whyNoDatabase } from '../process/start-database.ts';
import {
  openPostgresBackend,
  openRedisBackend,
  type QueueHandle,
  type WorkerHandle,
  type WorkerSettings,
} from './backends.ts';
import { LEAVE_MS, leaveToNewer } from './elsewhere.ts';
import { isJobName, type Job, type JobName, type JobTable, jobGroups, jobSettings } from './jobs.ts';
import { carryOrigin, originOf } from './origin.ts';
import { type RedisConfig, reachRedis } from './redis.ts';
import { careOf, countGroup, dueOf, firstWaiting, type GroupCounts, type QueueCare } from './survey.ts';

const ADD_TIMEOUT_MS = 10_000;
const FAREWELL_TIMEOUT_MS = 1_500;
/** For jobs that run when their worker ends; then others take them at once, and begin them anew. */
const JOBS_MS = 4_500;
const SAME_ERROR_EVERY_MS = 10_000;
const LOCK_MS = 20_000;
const LIVE_STATES = ['waiting', 'active', 'delayed', 'prioritized', 'waiting-children'];

/** `origin`: which request caused it; it travels beside the payload. */
export type QueuedJob = Job & { id: string; delayMs: number; origin?: Origin };
export type RunningJob = {
  id: string;
  name: string;
  payload: unknown;
  attempt: number;
  attempts: number;
  /** Since when it could have run. */
  dueAt?: Date;
  origin?: Origin;
};
export type FailedJob = {
  id: string;
  name: string;
  payload: unknown;
  error: string;
  attempts: number;
  addedAt: Date;
};

export type WorkOptions = {
  concurrency: number;
  /** Called when a job has failed for good; it stays in the queue until `forget`. */
  onGivenUp(job: FailedJob): void;
  /** How long a worker may be silent before its jobs are taken over, ms. */
  lockMs?: number | undefined;
  /** How long `close` waits for jobs, ms. */
  patienceMs?: number | undefined;
};

/** `close` waits a few seconds for the jobs that run, and gives back those that do not come to an end. */
export type JobWorker = { close(): Promise<void> };

export type JobQueue = QueueCare & {
  readonly backend: 'redis' | 'postgres';
  /** Accepts all or throws; a job whose id the queue still holds is left as it is. */
  addBulk(jobs: readonly QueuedJob[]): Promise<void>;
  /** Throws when the queue does not answer within 2 s. */
  ping(): Promise<void>;
  counts(): Promise<Record<JobGroup, GroupCounts>>;
  /** Since when the first in the row could have run; null where nobody waits. */
  oldestWaiting(): Promise<Record<JobGroup, Date | null>>;
  isLive(name: JobName, id: string): Promise<boolean>;
  /** The same, or it failed and somebody is about to write it down. */
  holds(name: JobName, id: string): Promise<boolean>;
  listFailed(limit: number): Promise<FailedJob[]>;
  forget(job: { id: string; name: string }): Promise<void>;
  work(group: JobGroup, run: (job: RunningJob) => Promise<void>, options: WorkOptions): Promise<JobWorker>;
  close(): Promise<void>;
};

export type QueueOptions = {
  config: RedisConfig;
  databaseUrl: string;
  log: Logger;
  settings?: JobTable;
  /** How long a job that this program does not know is left to another. */
  leaveMs?: number;
};

/** For a start: the queue, or in one line why there is none. */
export async function startQueue(options: QueueOptions): Promise<JobQueue> {
  const { config, log } = options;
  if (config.REDIS_URL !== undefined) await reachRedis(config, log);
  return createQueue(options).catch((error) => {
    throw whyNoDatabase(error);
  });
}

export async function createQueue({
  config,
  databaseUrl,
  log,
  settings = jobSettings,
  leaveMs = LEAVE_MS,
}: QueueOptions): Promise<JobQueue> {
  const report = reportSparingly(log);
  let isClosing = false;
  // Connections that break while they are given up are no news.
  const onError = (error: Error): void => {
    if (!isClosing) report(error);
  };
  const backend =
    config.REDIS_URL === undefined
      ? await openPostgresBackend(databaseUrl, onError)
      : openRedisBackend(config, onError);
  const queues: Record<JobGroup, QueueHandle> = {
    quick: await backend.openQueue(queueName('quick')),
    images: await backend.openQueue(queueName('images')),
  };
  const stateOf = (name: JobName, id: string) => queues[settings[name].group].getJobState(id);
  // A job of an older program may have lost its entry; it lies in one of the groups all the same.
  const groupsOf = (name: string) => (isJobName(name) ? [settings[name].group] : jobGroups);

  return {
    backend: backend.kind,
    async addBulk(jobs) {
      for (const group of jobGroups) {
        const own = jobs.filter(({ name }) => settings[name].group === group);
        if (own.length === 0) continue;
        const entries = own.map((job) => ({
          name: job.name,
          data: job.payload,
          opts: jobOptions(job, settings[job.name]),
        }));
        await withTimeout(queues[group].addBulk(entries), ADD_TIMEOUT_MS, 'queue');
      }
    },
    ping: backend.ping,
    async counts() {
      const [quick, images] = await Promise.all([countGroup(queues.quick), countGroup(queues.images)]);
      return { quick, images };
    },
    async oldestWaiting() {
      const [quick, images] = await Promise.all([firstWaiting(queues.quick), firstWaiting(queues.images)]);
      return { quick, images };
    },
    ...careOf(queues, settings),
    isLive: async (name, id) => LIVE_STATES.includes(await stateOf(name, id)),
    holds: async (name, id) => (await stateOf(name, id)) !== 'unknown',
    async listFailed(limit) {
      const lists = await Promise.all(jobGroups.map((group) => queues[group].getFailed(0, limit - 1)));
      return lists.flat().filter(Boolean).map(toFailedJob);
    },
    async forget({ id, name }) {
      for (const group of groupsOf(name)) await (await queues[group].getJob(id))?.remove();
    },
    async work(group, run, { concurrency, onGivenUp, lockMs = LOCK_MS, patienceMs = JOBS_MS }) {
      const running: RunningJobs = new Map();
      const worker = await backend.openWorker(
        queueName(group),
        (job, token) =>
          Object.hasOwn(settings, job.name)
            ? watchJob(running, run(toRunningJob(job)))
            : leaveToNewer(job, token, leaveMs),
        workerSettings(concurrency, lockMs),
        {
          failed(job, error) {
            // Only a job that is not tried again has a time of its end.
            if (job?.finishedOn !== undefined) onGivenUp(toFailedJob(job));
            else
              log.warn(
                { err: error, job: job?.name, jobId: job?.id },
                'a job failed and will be tried again',
              );
          },
          stalled: (id) =>
            log.warn({ jobId: id, group }, 'a job was taken over from a worker that fell silent'),
        },
      );
      return {
        async close() {
          const timer = setTimeout(() => {
            if (running.size > 0) log.warn({ jobs: running.size, group }, 'jobs that run are given back');
            for (const giveBack of running.values()) giveBack();
          }, patienceMs);
          await closeWorker(worker, running).finally(() => clearTimeout(timer));
        },
      };
    },
    async close() {
      isClosing = true;
      const closing = Promise.all(jobGroups.map((group) => queues[group].close())).then(backend.close);
      await withTimeout(closing, FAREWELL_TIMEOUT_MS, 'queue').catch(() => {});
    },
  };
}

/** What is worked on, and how to give it back. */
type RunningJobs = Map<Promise<void>, () => void>;

/** Given back, a job waits again and has lost no attempt; what it still does here ends with the process. */
function watchJob(running: RunningJobs, work: Promise<void>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const task = promise.finally(() => running.delete(task));
  running.set(task, () => reject(new RateLimitError()));
  work.then(resolve, reject);
  return task.catch(throwStorable);
}

/** A job that runs is waited for; a store that is away is not: what it was not told, other workers do again. */
async function closeWorker(worker: WorkerHandle, running: RunningJobs): Promise<void> {
  const closing = worker.close();
  let isClosed = false;
  while (!isClosed) {
    await Promise.allSettled(running.keys());
    await withTimeout(closing, FAREWELL_TIMEOUT_MS, 'queue').catch(() => {});
    isClosed = running.size === 0;
  }
}

const queueName = (group: JobGroup): string => `tsuzuki-${group}`;

function jobOptions(
  { id, delayMs, origin }: QueuedJob,
  { attempts, backoffMs, priority }: JobTable[JobName],
): BulkJobOptions {
  return {
    jobId: id,
    attempts,
    backoff: { type: 'exponential', delay: backoffMs, jitter: 0.5 },
    // Keeping a number of finished jobs makes finishing workers wait for each other; the house keeps its own history.
    removeOnComplete: true,
    stackTraceLimit: 1,
    // Options travel with every job, so those that say nothing stay away.
    ...(delayMs > 0 && { delay: delayMs }),
    ...(priority > 0 && { priority }),
    ...carryOrigin(origin),
  };
}

function workerSettings(concurrency: number, lockMs: number): WorkerSettings {
  return {
    concurrency,
    lockDuration: lockMs,
    stalledInterval: lockMs / 2,
    // Several restarts may meet one long job; a job that itself ends its workers must still come to an end.
    maxStalledCount: 3,
    runRetryDelay: 1_000,
  };
}

const toRunningJob = (job: BullJob): RunningJob => ({
  id: job.id ?? '',
  name: job.name,
  payload: job.data,
  attempt: job.attemptsMade + 1,
  attempts: job.opts.attempts ?? 1,
  dueAt: dueOf(job),
  origin: originOf(job.opts),
});

const toFailedJob = (job: BullJob): FailedJob => ({
  id: job.id ?? '',
  name: job.name,
  payload: job.data,
  error: job.stacktrace?.at(-1) ?? job.failedReason ?? 'unknown',
  attempts: job.attemptsMade,
  addedAt: new Date(job.timestamp),
});

/** PostgreSQL keeps no NUL in text: a job whose error holds one could be marked neither failed nor waiting. */
function throwStorable(error: unknown): never {
  if (error instanceof Error && `${error.message}${error.stack}`.includes('\0')) {
    error.message = error.message.replaceAll('\0', '');
    error.stack = error.stack?.replaceAll('\0', '');
  }
  throw error;
}

/** While a store is away every connection reports it many times a second; one line in ten seconds says as much. */
function reportSparingly(log: Logger): (error: Error) => void {
  const last = new Map<string, number>();
  return (error) => {
    const now = Date.now();
    if (now - (last.get(error.message) ?? Number.NEGATIVE_INFINITY) < SAME_ERROR_EVERY_MS) return;
    if (last.size > 100) last.clear();
    last.set(error.message, now);
    log.warn({ err: error }, 'the queue reports an error');
  };
}
