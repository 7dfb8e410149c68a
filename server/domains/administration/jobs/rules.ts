/** How a queue, an area of work and a job are said to stand. */
import { HOUR_MS, MINUTE_MS } from '../../../lib/durations.ts';

export const QUEUE_NAMES = ['quick', 'images'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];
/** What may be paused by one deed. */
export const ASKED_QUEUES = ['quick', 'images', 'all'] as const;
export type AskedQueue = (typeof ASKED_QUEUES)[number];

export const QUEUE_STATES = ['paused', 'behind', 'fine', 'idle'] as const;
export type QueueState = (typeof QUEUE_STATES)[number];
export const AREA_STATES = ['failing', 'fine', 'idle'] as const;
export type AreaState = (typeof AREA_STATES)[number];
export const JOB_STATES = ['waiting', 'done', 'failed', 'retried', 'dropped'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Entries of the log name a queue by an id, as they name everything. */
export const QUEUE_IDS: Readonly<Record<AskedQueue, string>> = {
  quick: '00000000-0000-7000-8000-000000000001',
  images: '00000000-0000-7000-8000-000000000002',
  all: '00000000-0000-7000-8000-000000000003',
};

/** How long somebody may wait, and how long what stands behind everything else may. */
const BEHIND_MS = MINUTE_MS;
const LAST_BEHIND_MS = HOUR_MS;
/** From this number on a job gives way to all others on purpose. */
const LAST_PRIORITY = 9;

export type Waiting = { priority: number; at: Date };

const patience = (priority: number): number => (priority < LAST_PRIORITY ? BEHIND_MS : LAST_BEHIND_MS);

/** Since when the oldest waits of those that have waited too long; without any, the oldest that somebody waits for. */
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

/** A try that fails now and then is what tries are for. */
export function areaState({ done, failedTries }: { done: number; failedTries: number }): AreaState {
  if (failedTries > 0 && failedTries * 4 >= done) return 'failing';
  return done > 0 ? 'fine' : 'idle';
}

/** Failed jobs that one transaction takes, and one answer names. */
export const AT_ONCE_MAX_COUNT = 500;
