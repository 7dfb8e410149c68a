import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts';
import type { Allowance } from '../../limits/attempts.ts';

/** Of likes and ratings, given and taken back. Many readers share one address where a whole school does. */
export const reactionLimits = {
  minute: { name: 'react', most: 120, mostPerAddress: 3_000, windowMs: MINUTE_MS },
  day: { name: 'react-daily', most: 2_000, mostPerAddress: 200_000, windowMs: DAY_MS },
  /** By accounts under a day old. */
  minuteNew: { name: 'react-new', most: 60, mostPerAddress: 1_000, windowMs: MINUTE_MS },
  dayNew: { name: 'react-new-daily', most: 300, mostPerAddress: 10_000, windowMs: DAY_MS },
} as const satisfies Record<string, Allowance>;
