import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts';
import type { Allowance, Limit } from '../../limits/attempts.ts';
import type { DeedLimits } from '../../limits/deeds.ts';

export const commentLimits = {
  write: { name: 'comment', most: 10, windowMs: MINUTE_MS },
  /** Of all accounts at one address. */
  writeHere: { name: 'comment-here', most: 40, windowMs: MINUTE_MS },
  writeDaily: { name: 'comment-daily', most: 400, mostPerAddress: 2000, windowMs: DAY_MS },
  /** By accounts under a day old. */
  writeNew: { name: 'comment-new', most: 4, windowMs: MINUTE_MS },
  writeNewDaily: { name: 'comment-new-daily', most: 40, mostPerAddress: 200, windowMs: DAY_MS },
  like: { name: 'comment-like', most: 60, windowMs: MINUTE_MS },
} as const satisfies Record<string, Limit | Allowance>;

/** Of all that changes comments and how a team keeps them, whichever and how. */
export const tendingLimits = {
  minute: { name: 'comment-tend', most: 120, mostPerAddress: 1_000, windowMs: MINUTE_MS },
  day: { name: 'comment-tend-daily', most: 3_000, mostPerAddress: 50_000, windowMs: DAY_MS },
  /** By accounts under a day old. */
  minuteNew: { name: 'comment-tend-new', most: 60, mostPerAddress: 500, windowMs: MINUTE_MS },
  dayNew: { name: 'comment-tend-new-daily', most: 600, mostPerAddress: 5_000, windowMs: DAY_MS },
} as const satisfies DeedLimits;
