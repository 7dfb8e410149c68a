/** Our interface to the queue. Nothing outside this folder knows whether BullMQ uses Redis or PostgreSQL. */

import { type BulkJobOptions, type Job as BullJob, RateLimitError } from 'bullmq';
import type { Logger } from 'pino';
import { withTimeout } from '../lib/timeout.ts';
import type { FailedJob, JobGroup, JobQueue, JobSettings, QueuedJob, RunningJob } from '../ports.ts';
import { whyNoDatabase } from '../process/start-database.ts';
import {
  openPostgresBackend,
  openRedisBackend,
  type QueueHandle,
  type WorkerHandle,
  type WorkerSettings,
} from './backends.ts';
import { LEAVE_MS, leaveToNewer } from './elsewhere.ts';
import { type JobTable, jobGroups, jobSettings } from './jobs.ts';
import { carryOrigin, originOf } from './origin.ts';
import { type RedisConfig, reachRedis } from './redis.ts';
import { careOf, countGroup, dueOf, firstWaiting } from './survey.ts';

const ADD_TIMEOUT_MS = 10_000;
const FAREWELL_TIMEOUT_MS = 1_500;
/** Grace period for running jobs when their worker ends. Then others take the jobs and start them again. */
const JOBS_MS = 4_500;
const SAME_ERROR_EVERY_MS = 10_000;
const LOCK_MS = 20_000;
const LIVE_STATES = ['waiting', 'active', 'delayed', 'prioritized', 'waiting-children'];

export type QueueOptions = {
  config: RedisConfig;
  databaseUrl: string;
  log: Logger;
  settings?: JobTable;
  leaveMs?: number;
};

/** For the start: returns the queue or throws a one-line reason. */
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
  // Connections that break while closing need no report.
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
  const settingsOf = (name: string) => knownSettings(settings, name);
  const stateOf = (name: string, id: string) => queues[settingsOf(name).group].getJobState(id);
  // An older program's job may be unknown here, but it is in one of the groups.
  const groupsOf = (name: string) => (Object.hasOwn(settings, name) ? [settingsOf(name).group] : jobGroups);

  return {
    backend: backend.kind,
    async addBulk(jobs) {
      for (const group of jobGroups) {
        const own = jobs.filter(({ name }) => settingsOf(name).group === group);
        if (own.length === 0) continue;
        const entries = own.map((job) => ({
          name: job.name,
          data: job.payload,
          opts: jobOptions(job, settingsOf(job.name)),
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
            // Only a job without further attempts has an end time.
            if (job?.finishedOn !== undefined) onGivenUp(toFailedJob(job));
            else log.warn({ err: error, job: job?.name, jobId: job?.id }, 'a job failed and will be retried');
          },
          stalled: (id) =>
            log.warn({ jobId: id, group }, 'took over a job from a worker that stopped responding'),
        },
      );
      return {
        async close() {
          const timer = setTimeout(() => {
            if (running.size > 0)
              log.warn({ jobs: running.size, group }, 'returned running jobs to the queue');
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

function knownSettings(settings: JobTable, name: string): JobSettings {
  const own = settings[name];
  if (own === undefined) throw new Error(`There is no job ${name} in this program`);
  return own;
}

type RunningJobs = Map<Promise<void>, () => void>;

/** A returned job waits again and loses no attempt. Its work here ends with the process. */
function watchJob(running: RunningJobs, work: Promise<void>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const task = promise.finally(() => running.delete(task));
  running.set(task, () => reject(new RateLimitError()));
  work.then(resolve, reject);
  return task.catch(throwStorable);
}

/** Waits for running jobs, but not for an offline store: other workers repeat the work it missed. */
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
  { attempts, backoffMs, priority }: JobSettings,
): BulkJobOptions {
  return {
    jobId: id,
    attempts,
    backoff: { type: 'exponential', delay: backoffMs, jitter: 0.5 },
    // Keeping some finished jobs would make finishing workers wait for each other. We have our own history.
    removeOnComplete: true,
    stackTraceLimit: 1,
    // Options are sent with every job, so defaults are omitted.
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
    // Several restarts may hit one long job. A job that stops its own workers must still end.
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

/** PostgreSQL text cannot contain NUL: such an error could not be stored, and its job would neither fail nor wait. */
function throwStorable(error: unknown): never {
  if (error instanceof Error && `${error.message}${error.stack}`.includes('\0')) {
    error.message = error.message.replaceAll('\0', '');
    error.stack = error.stack?.replaceAll('\0', '');
  }
  throw error;
}

/** While a store is offline, every connection reports it many times per second. */
function reportSparingly(log: Logger): (error: Error) => void {
  const last = new Map<string, number>();
  return (error) => {
    const now = Date.now();
    if (now - (last.get(error.message) ?? Number.NEGATIVE_INFINITY) < SAME_ERROR_EVERY_MS) return;
    if (last.size > 100) last.clear();
    last.set(error.message, now);
    log.warn({ err: error }, 'the queue reported an error');
  };
}
