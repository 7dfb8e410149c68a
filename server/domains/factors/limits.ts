import { HOUR_MS, MINUTE_MS } from '../../lib/durations.ts';
import type { Limit } from '../../limits/attempts.ts';

export const factorLimits = {
  /** Of three codes that count out of a million; whoever gets here knows the password. */
  answer: { name: 'second-factor', most: 15, windowMs: HOUR_MS },
  answerAddress: { name: 'second-factor-address', most: 100, windowMs: 15 * MINUTE_MS },
  /** What somebody does to their own factors. */
  change: { name: 'factor-change', most: 40, windowMs: HOUR_MS },
  notice: { name: 'security-notice', most: 50, windowMs: 15 * MINUTE_MS },
} as const satisfies Record<string, Limit>;
