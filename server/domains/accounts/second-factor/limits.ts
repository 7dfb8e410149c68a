import { type Allowance, perDay, perHour, perQuarterHour } from '../../../limits/attempts.ts';

export const factorLimits = {
  /** Of three codes that count out of a million; whoever gets here knows the password. */
  answer: perHour('second-factor', 15),
  /** A device that is known, and a session, count by themselves: a stranger's guesses do not shut the owner out. */
  answerKnown: perHour('second-factor-known', 15),
  answerAddress: perQuarterHour('second-factor-address', 100),
  /** What somebody does to their own factors. */
  change: perHour('factor-change', 40),
  notice: perQuarterHour('security-notice', 50),
};

/** Who goes on for a year finds a code with 1 in 20, and its owner is told each day. */
export const GUESSES_A_DAY: Allowance = perDay('second-factor-day', [50, 1000]);

/** Wrong answers before the owner is told, whatever ticket or session they come with: people mistype. */
export const UNTOLD_A_DAY: Allowance = perDay('second-factor-untold', [2, 1000]);
