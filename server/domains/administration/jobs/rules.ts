import { HOUR_MS, MINUTE_MS } from '../../../lib/durations.ts';

export const QUEUE_NAMES = ['quick', 'images'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];
export const ASKED_QUEUES = ['quick', 'images', 'all'] as const;
export type AskedQueue = (typeof ASKED_QUEUES)[number];

export const QUEUE_STATES = ['paused', 'behind', 'fine', 'idle'] as const;
export type QueueState = (typeof QUEUE_STATES)[number];
export const AREA_STATES = ['failing', 'fine', 'idle'] as const;
export type AreaState = (typeof AREA_STATES)[number];
export const JOB_STATES = ['waiting', 'done', 'failed', 'retried', 'dropped'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Ids for queues, because every log entry names its subject by id. */
export const QUEUE_IDS: Readonly<Record<AskedQueue, string>> = {
  quick: '00000000-0000-7000-8000-000000000001',
  images: '00000000-0000-7000-8000-000000000002',
  all: '00000000-0000-7000-8000-000000000003',
};

/** Longest acceptable wait, for normal jobs and for those of the last priority. */
const BEHIND_MS = MINUTE_MS;
const LAST_BEHIND_MS = HOUR_MS;
/** From this priority on, a job gives way to all others on purpose. */
const LAST_PRIORITY = 9;

export type Waiting = { priority: number; at: Date };

const patience = (priority: number): number => (priority < LAST_PRIORITY ? BEHIND_MS : LAST_BEHIND_MS);

/** The oldest job that is late, else the oldest of normal priority, else the oldest. */
export function oldestOf(oldest: readonly Waiting[], now: Date): { at: Date; isBehind: boolean } | null {
  const late = oldest.filter(({ priority, at }) => now.getTime() - at.getTime() > patience(priority));
  const urgent = oldest.filter(({ priority }) => priority < LAST_PRIORITY);
  const counted = [late, urgent, oldest].find(({ length }) => length > 0) ?? [];
  const [first] = [...counted].sort((one, other) => one.at.getTime() - other.at.getTime());
  return first === undefined ? null : { at: first.at, isBehind: late.length > 0 };
}

export function queueState(
  survey: { isPaused: boolean; waiting: number; active: number; oldest: readonly Waiting[] },
  now: Date,
): QueueState {
  if (survey.isPaused) return 'paused';
  if (oldestOf(survey.oldest, now)?.isBehind) return 'behind';
  return survey.waiting + survey.active > 0 ? 'fine' : 'idle';
}

/** Occasional failed tries are normal, because jobs are retried. */
export function areaState({ done, failedTries }: { done: number; failedTries: number }): AreaState {
  if (failedTries > 0 && failedTries * 4 >= done) return 'failing';
  return done > 0 ? 'fine' : 'idle';
}

/** Failed jobs per transaction, and per answer. */
export const AT_ONCE_MAX_COUNT = 500;
