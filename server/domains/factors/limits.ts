import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/durations.ts';
import type { Allowance, Limit } from '../../limits/attempts.ts';

export const factorLimits = {
  /** Of three codes that count out of a million; whoever gets here knows the password. */
  answer: { name: 'second-factor', most: 15, windowMs: HOUR_MS },
  /** A device that is known, and a session, count by themselves: a stranger's guesses do not shut the owner out. */
  answerKnown: { name: 'second-factor-known', most: 15, windowMs: HOUR_MS },
  answerAddress: { name: 'second-factor-address', most: 100, windowMs: 15 * MINUTE_MS },
  /** What somebody does to their own factors. */
  change: { name: 'factor-change', most: 40, windowMs: HOUR_MS },
  notice: { name: 'security-notice', most: 50, windowMs: 15 * MINUTE_MS },
} as const satisfies Record<string, Limit>;

/** Who goes on for a year finds a code with 1 in 20, and its owner is told each day. */
export const GUESSES_A_DAY: Allowance = {
  name: 'second-factor-day',
  most: 50,
  mostPerAddress: 1000,
  windowMs: DAY_MS,
};

/** Wrong answers before the owner is told, whatever ticket or session they come with: people mistype. */
export const UNTOLD_A_DAY: Allowance = {
  name: 'second-factor-untold',
  most: 2,
  mostPerAddress: 1000,
  windowMs: DAY_MS,
};
