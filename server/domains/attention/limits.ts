import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts';
import type { DeedLimits } from '../../limits/deeds.ts';

/** Whether time is counted: nobody changes that often. */
export const attentionLimits = {
  minute: { name: 'attention', most: 20, mostPerAddress: 200, windowMs: MINUTE_MS },
  day: { name: 'attention-daily', most: 200, mostPerAddress: 5_000, windowMs: DAY_MS },
  /** By accounts under a day old. */
  minuteNew: { name: 'attention-new', most: 10, mostPerAddress: 100, windowMs: MINUTE_MS },
  dayNew: { name: 'attention-new-daily', most: 50, mostPerAddress: 1_000, windowMs: DAY_MS },
} as const satisfies DeedLimits;
