import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts';
import type { DeedLimits } from '../../limits/deeds.ts';

/** Of short notes that somebody leaves. */
export const noteLimits = {
  minute: { name: 'note', most: 20, mostPerAddress: 60, windowMs: MINUTE_MS },
  day: { name: 'note-daily', most: 500, mostPerAddress: 2_500, windowMs: DAY_MS },
  minuteNew: { name: 'note-new', most: 6, mostPerAddress: 60, windowMs: MINUTE_MS },
  dayNew: { name: 'note-new-daily', most: 60, mostPerAddress: 300, windowMs: DAY_MS },
} as const satisfies DeedLimits;

/** Of feelings, given and taken back. */
export const reactLimits = {
  minute: { name: 'pop-reaction', most: 90, mostPerAddress: 300, windowMs: MINUTE_MS },
  day: { name: 'pop-reaction-daily', most: 3_000, mostPerAddress: 15_000, windowMs: DAY_MS },
  minuteNew: { name: 'pop-reaction-new', most: 30, mostPerAddress: 300, windowMs: MINUTE_MS },
  dayNew: { name: 'pop-reaction-new-daily', most: 600, mostPerAddress: 3_000, windowMs: DAY_MS },
} as const satisfies DeedLimits;

/** Of all that changes short notes and feelings, whichever and how. */
export const noteTendingLimits = {
  minute: { name: 'note-tend', most: 120, mostPerAddress: 1_000, windowMs: MINUTE_MS },
  day: { name: 'note-tend-daily', most: 3_000, mostPerAddress: 50_000, windowMs: DAY_MS },
  /** By accounts under a day old. */
  minuteNew: { name: 'note-tend-new', most: 60, mostPerAddress: 500, windowMs: MINUTE_MS },
  dayNew: { name: 'note-tend-new-daily', most: 600, mostPerAddress: 5_000, windowMs: DAY_MS },
} as const satisfies DeedLimits;
