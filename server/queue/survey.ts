import type { JobType, Queue } from 'bullmq';
import { withTimeout } from '../lib/timeout.ts';
import type { GroupCounts, GroupSurvey, JobGroup, QueueCare, WaitingSince } from '../ports.ts';
import type { QueueHandle } from './backends.ts';
import { type JobTable, prioritiesOf } from './jobs.ts';

const TIMEOUT_MS = 3_000;
/** The oldest job is still found if this many jobs finish between two queries. */
const LEEWAY_COUNT = 50;

export function careOf(beneath: Record<JobGroup, QueueHandle>, settings: JobTable): QueueCare {
  const one = (group: JobGroup) =>
    withTimeout(surveyGroup(beneath[group], prioritiesOf(settings, group)), TIMEOUT_MS, 'queue');
  async function delayedJob(id: string) {
    for (const queue of Object.values(beneath)) {
      const job = await queue.getJob(id);
      if (job !== undefined && (await job.isDelayed())) return job;
    }
    return null;
  }
  return {
    async survey() {
      const [quick, images] = await Promise.all([one('quick'), one('images')]);
      return { quick, images };
    },
    async setPaused(group, isPaused) {
      const change = isPaused ? beneath[group].pause() : beneath[group].resume();
      await withTimeout(change, TIMEOUT_MS, 'queue');
    },
    async findDelayed(id) {
      const job = await withTimeout(delayedJob(id), TIMEOUT_MS, 'queue');
      return job && { name: job.name, payload: job.data, until: new Date(job.timestamp + job.delay) };
    },
    async promote(id) {
      const promoted = delayedJob(id).then(async (job) => {
        if (job === null) return false;
        try {
          await job.promote();
          return true;
        } catch (error) {
          // Somebody else may have promoted it meanwhile, or its time has come.
          if (await job.isDelayed()) throw error;
          return false;
        }
      });
      return withTimeout(promoted, TIMEOUT_MS, 'queue');
    },
  };
}

export type SurveyedQueue = Pick<
  Queue,
  'getCountsPerPriority' | 'getJob' | 'getJobCounts' | 'getJobs' | 'getRanges' | 'isPaused'
>;

/** PostgreSQL counts waiting jobs of a paused queue under a state that BullMQ's types omit. */
const PAUSED = 'paused' as string as JobType;

/** One short query per priority, regardless of the number of jobs. */
export async function surveyGroup(queue: SurveyedQueue, priorities: readonly number[]): Promise<GroupSurvey> {
  const later = [...new Set(priorities)].filter((priority) => priority > 0).sort((a, b) => a - b);
  const [counts, perPriority, isPaused] = await Promise.all([
    queue.getJobCounts('waiting', PAUSED, 'prioritized', 'active', 'delayed'),
    later.length === 0 ? {} : queue.getCountsPerPriority(later),
    queue.isPaused(),
  ]);
  const { waiting: ready = 0, paused = 0, prioritized = 0, active = 0, delayed = 0 } = counts;
  const waiting = ready + paused;
  const oldest: WaitingSince[] = [];
  const first = await firstReady(queue, waiting);
  if (first !== null) oldest.push({ priority: 0, at: first });
  let before = 0;
  for (const priority of later) {
    const count = (perPriority as Record<string, number>)[String(priority)] ?? 0;
    const found = count > 0 ? await timeOf(queue, 'prioritized', before) : null;
    // Jobs move between two queries. A job no longer in its place is omitted.
    if (found?.priority === priority) oldest.push({ priority, at: found.due });
    before += count;
  }
  const next = delayed > 0 ? await timeOf(queue, 'delayed', 0) : null;
  return {
    waiting: waiting + prioritized,
    active,
    delayed,
    isPaused,
    oldest,
    next: next && { id: next.id, at: next.due },
  };
}

/** Both stores list the newest job first, and only Redis can reverse the order. Reads from the end instead. */
async function firstReady(queue: SurveyedQueue, waiting: number): Promise<Date | null> {
  if (waiting === 0) return null;
  const ids = await queue.getRanges(['waiting'], Math.max(0, waiting - LEEWAY_COUNT), waiting - 1);
  const id = ids.at(-1);
  const job = id === undefined ? undefined : await queue.getJob(id);
  return job ? dueOf(job) : null;
}

async function timeOf(
  queue: SurveyedQueue,
  state: 'prioritized' | 'delayed',
  place: number,
): Promise<{ id: string; due: Date; priority: number } | null> {
  const [job] = await queue.getJobs([state], place, place, true);
  if (!job) return null;
  return { id: job.id ?? '', due: dueOf(job), priority: job.opts?.priority ?? 0 };
}

/** When the job could first have run: a delayed job is not late before that. */
export const dueOf = ({ timestamp, opts }: { timestamp: number; opts?: { delay?: number } }): Date =>
  new Date(timestamp + (opts?.delay ?? 0));

/** Jobs with a priority have their own list. */
export async function firstWaiting(queue: SurveyedQueue): Promise<Date | null> {
  const counts = await queue.getJobCounts('waiting', PAUSED, 'prioritized');
  const { waiting = 0, paused = 0, prioritized = 0 } = counts;
  const [ready, later] = await Promise.all([
    firstReady(queue, waiting + paused),
    prioritized > 0 ? timeOf(queue, 'prioritized', 0) : null,
  ]);
  const moments = [ready, later?.due ?? null].filter((moment) => moment !== null);
  return moments.reduce<Date | null>((first, at) => (first === null || at < first ? at : first), null);
}

export async function countGroup(queue: SurveyedQueue): Promise<GroupCounts> {
  const counts = await queue.getJobCounts('waiting', PAUSED, 'prioritized', 'active', 'delayed', 'failed');
  const { waiting = 0, paused = 0, prioritized = 0, active = 0, delayed = 0, failed = 0 } = counts;
  return { waiting: waiting + paused + prioritized, active, delayed, failed };
}
