import { MINUTE_MS } from '../../lib/durations.ts';
import type { Limit } from '../../limits/attempts.ts';

export const mailLimits = {
  /** Links of mails that somebody opens without a token that holds. */
  mailedLink: { name: 'mailed-link', most: 30, windowMs: 15 * MINUTE_MS },
} as const satisfies Record<string, Limit>;
