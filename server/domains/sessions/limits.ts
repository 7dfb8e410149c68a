import { HOUR_MS, MINUTE_MS } from '../../lib/durations.ts';
import type { Limit } from '../../limits/attempts.ts';

export const sessionLimits = {
  signIn: { name: 'sign-in', most: 10, windowMs: 15 * MINUTE_MS },
  /** Many live behind one address, a careless proxy's among them. */
  signInAddress: { name: 'sign-in', most: 100, windowMs: 15 * MINUTE_MS },
  /** A device that has signed in before counts by itself, and then goes slowly instead of not at all. */
  signInDevice: { name: 'sign-in', most: 100, windowMs: 15 * MINUTE_MS },
  signInSlowly: { name: 'sign-in-slowly', most: 1, windowMs: 5000 },
  signUp: { name: 'sign-up', most: 100, windowMs: HOUR_MS },
  forgotten: { name: 'forgotten', most: 20, windowMs: 15 * MINUTE_MS },
  resetMail: { name: 'reset-mail', most: 3, windowMs: HOUR_MS },
} as const satisfies Record<string, Limit>;
