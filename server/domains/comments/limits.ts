import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts';
import type { DeedLimits } from '../../limits/deeds.ts';

/** Of what somebody writes or changes. */
export const commentLimits = {
  minute: { name: 'comment', most: 10, mostPerAddress: 40, windowMs: MINUTE_MS },
  day: { name: 'comment-daily', most: 400, mostPerAddress: 2_000, windowMs: DAY_MS },
  minuteNew: { name: 'comment-new', most: 4, mostPerAddress: 40, windowMs: MINUTE_MS },
  dayNew: { name: 'comment-new-daily', most: 40, mostPerAddress: 200, windowMs: DAY_MS },
} as const satisfies DeedLimits;

/** Of all that changes comments and how a team keeps them, whichever and how. */
export const tendingLimits = {
  minute: { name: 'comment-tend', most: 120, mostPerAddress: 1_000, windowMs: MINUTE_MS },
  day: { name: 'comment-tend-daily', most: 3_000, mostPerAddress: 50_000, windowMs: DAY_MS },
  /** By accounts under a day old. */
  minuteNew: { name: 'comment-tend-new', most: 60, mostPerAddress: 500, windowMs: MINUTE_MS },
  dayNew: { name: 'comment-tend-new-daily', most: 600, mostPerAddress: 5_000, windowMs: DAY_MS },
} as const satisfies DeedLimits;
