import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/durations.ts';
import type { Limit } from '../../limits/attempts.ts';
import type { DeedLimits } from '../../limits/deeds.ts';

export const peopleLimits = {
  shutOut: { name: 'shut-out', most: 200, windowMs: HOUR_MS },
} as const satisfies Record<string, Limit>;

/** Of all that changes whom a reader hears, whichever and how. */
export const hearingLimits = {
  minute: { name: 'hearing', most: 120, mostPerAddress: 1_000, windowMs: MINUTE_MS },
  day: { name: 'hearing-daily', most: 3_000, mostPerAddress: 50_000, windowMs: DAY_MS },
  /** By accounts under a day old. */
  minuteNew: { name: 'hearing-new', most: 60, mostPerAddress: 500, windowMs: MINUTE_MS },
  dayNew: { name: 'hearing-new-daily', most: 600, mostPerAddress: 5_000, windowMs: DAY_MS },
} as const satisfies DeedLimits;
