import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts';
import type { Allowance, Limit } from '../../limits/attempts.ts';

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
