import { type Allowance, perDay, perHour, perQuarterHour } from '../../limits/attempts.ts';

export const accountLimits = {
  password: perQuarterHour('password', 10),
  takenAddress: perHour('taken-address', 20),
  confirmMail: perHour('confirm-mail', 5),
};

export const sessionLimits = {
  signIn: perQuarterHour('sign-in', 10),
  /** Many people may share an address, for example behind a careless proxy. */
  signInAddress: perQuarterHour('sign-in', 100),
  /** Per known device. Beyond this limit, attempts slow down instead of stopping. */
  signInDevice: perQuarterHour('sign-in', 100),
  signInSlowly: { name: 'sign-in-slowly', most: 1, windowMs: 5000 },
  signUp: perHour('sign-up', 100),
  forgotten: perQuarterHour('forgotten', 20),
  resetMail: perHour('reset-mail', 3),
};

export const factorLimits = {
  /** Three of a million codes are valid at a time. The caller already knows the password. */
  answer: perHour('second-factor', 15),
  /** Known devices and sessions have their own limit, so that a stranger's guesses do not lock the owner out. */
  answerKnown: perHour('second-factor-known', 15),
  answerAddress: perQuarterHour('second-factor-address', 100),
  change: perHour('factor-change', 40),
  notice: perQuarterHour('security-notice', 50),
};

/** Guessing for a year succeeds with a chance of 1 in 20, and the owner is notified daily. */
export const GUESSES_A_DAY: Allowance = perDay('second-factor-day', [50, 1000]);

/** Wrong answers per day before we notify the owner, across tickets and sessions: people mistype. */
export const UNTOLD_A_DAY: Allowance = perDay('second-factor-untold', [2, 1000]);
