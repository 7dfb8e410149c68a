/** How often somebody may do what this room offers. */
import { type Allowance, perDay, perHour, perQuarterHour } from '../../limits/attempts.ts';

export const accountLimits = {
  password: perQuarterHour('password', 10),
  takenAddress: perHour('taken-address', 20),
  confirmMail: perHour('confirm-mail', 5),
};

export const sessionLimits = {
  signIn: perQuarterHour('sign-in', 10),
  /** Many live behind one address, a careless proxy's among them. */
  signInAddress: perQuarterHour('sign-in', 100),
  /** A device that has signed in before counts by itself, and then goes slowly instead of not at all. */
  signInDevice: perQuarterHour('sign-in', 100),
  signInSlowly: { name: 'sign-in-slowly', most: 1, windowMs: 5000 },
  signUp: perHour('sign-up', 100),
  forgotten: perQuarterHour('forgotten', 20),
  resetMail: perHour('reset-mail', 3),
};

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
