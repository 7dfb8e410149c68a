import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts';
import type { Allowance, Limit } from '../../limits/attempts.ts';

export const noteLimits = {
  note: { name: 'note', most: 20, windowMs: MINUTE_MS },
  noteDaily: { name: 'note-daily', most: 500, mostPerAddress: 2500, windowMs: DAY_MS },
  react: { name: 'pop-reaction', most: 90, windowMs: MINUTE_MS },
} as const satisfies Record<string, Limit | Allowance>;
