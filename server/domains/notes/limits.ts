import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts';
import type { Allowance, Limit } from '../../limits/attempts.ts';
import type { DeedLimits } from '../../limits/deeds.ts';

export const noteLimits = {
  note: { name: 'note', most: 20, windowMs: MINUTE_MS },
  /** Of all accounts at one address. */
  noteHere: { name: 'note-here', most: 60, windowMs: MINUTE_MS },
  noteDaily: { name: 'note-daily', most: 500, mostPerAddress: 2500, windowMs: DAY_MS },
  /** By accounts under a day old. */
  noteNew: { name: 'note-new', most: 6, windowMs: MINUTE_MS },
  noteNewDaily: { name: 'note-new-daily', most: 60, mostPerAddress: 300, windowMs: DAY_MS },
  react: { name: 'pop-reaction', most: 90, windowMs: MINUTE_MS },
  reactHere: { name: 'pop-reaction-here', most: 300, windowMs: MINUTE_MS },
  reactDaily: { name: 'pop-reaction-daily', most: 3000, mostPerAddress: 15_000, windowMs: DAY_MS },
  /** By accounts under a day old. */
  reactNew: { name: 'pop-reaction-new', most: 30, windowMs: MINUTE_MS },
} as const satisfies Record<string, Limit | Allowance>;

/** Of all that changes short notes and feelings, whichever and how. */
export const noteTendingLimits = {
  minute: { name: 'note-tend', most: 120, mostPerAddress: 1_000, windowMs: MINUTE_MS },
  day: { name: 'note-tend-daily', most: 3_000, mostPerAddress: 50_000, windowMs: DAY_MS },
  /** By accounts under a day old. */
  minuteNew: { name: 'note-tend-new', most: 60, mostPerAddress: 500, windowMs: MINUTE_MS },
  dayNew: { name: 'note-tend-new-daily', most: 600, mostPerAddress: 5_000, windowMs: DAY_MS },
} as const satisfies DeedLimits;
