import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts';
import type { Allowance, Limit } from '../../limits/attempts.ts';

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
