import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/durations.ts';
import type { Limit } from '../../limits/attempts.ts';
import type { DeedLimits } from '../../limits/deeds.ts';

export const libraryLimits = {
  /** A browser sends at most one in five seconds, and seldom two. */
  choice: { name: 'choice', most: 300, windowMs: HOUR_MS },
} as const satisfies Record<string, Limit>;

/** Of a collection: making, filling, ordering, following. */
export const collectLimits = {
  minute: { name: 'collect', most: 120, mostPerAddress: 300, windowMs: MINUTE_MS },
  day: { name: 'collect-daily', most: 3_000, mostPerAddress: 15_000, windowMs: DAY_MS },
  minuteNew: { name: 'collect-new', most: 60, mostPerAddress: 300, windowMs: MINUTE_MS },
  dayNew: { name: 'collect-new-daily', most: 600, mostPerAddress: 3_000, windowMs: DAY_MS },
} as const satisfies DeedLimits;

/** Subscribing and leaving, a creator's stories too, and how one hears of them. */
export const followLimits = {
  minute: { name: 'follow', most: 120, mostPerAddress: 1_000, windowMs: MINUTE_MS },
  day: { name: 'follow-daily', most: 2_000, mostPerAddress: 50_000, windowMs: DAY_MS },
  /** By accounts under a day old. */
  minuteNew: { name: 'follow-new', most: 60, mostPerAddress: 500, windowMs: MINUTE_MS },
  dayNew: { name: 'follow-new-daily', most: 300, mostPerAddress: 5_000, windowMs: DAY_MS },
} as const satisfies DeedLimits;

/** Where a reader is: a browser says so once in five seconds, and when it is left. */
export const placeLimits = {
  minute: { name: 'place', most: 120, mostPerAddress: 3_000, windowMs: MINUTE_MS },
  day: { name: 'place-daily', most: 20_000, mostPerAddress: 500_000, windowMs: DAY_MS },
  /** By accounts under a day old. */
  minuteNew: { name: 'place-new', most: 60, mostPerAddress: 1_000, windowMs: MINUTE_MS },
  dayNew: { name: 'place-new-daily', most: 5_000, mostPerAddress: 100_000, windowMs: DAY_MS },
} as const satisfies DeedLimits;
