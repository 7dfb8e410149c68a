import { perHour, perQuarterHour } from '../../../limits/attempts.ts';

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
