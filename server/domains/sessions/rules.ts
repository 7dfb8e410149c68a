/** Owns how long a session lasts, what counts as just signed in (decisions.md §4), and as whom an account acts. */
import type { users } from '../../../db/schema/index.ts';
import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts';
import { localeOr } from '../../lib/locale.ts';
import type { Viewer } from '../../lib/viewer.ts';

/** ACC-21: 7 days. */
export const SESSION_MS = 7 * DAY_MS;
/** The last use is noted this coarsely, so that reading does not write. */
export const LAST_USE_STEP_MS = 10 * MINUTE_MS;
/** Who has no password to prove who they are must have signed in this lately. */
export const FRESH_MS = 10 * MINUTE_MS;
/** A device is remembered for a year. */
export const DEVICE_MS = 365 * DAY_MS;

export const isFresh = (signedInAt: Date, now: Date): boolean =>
  now.getTime() - signedInAt.getTime() <= FRESH_MS;

/** What rules may know of an account. */
export const viewerOf = (user: typeof users.$inferSelect, sessionId: string): Viewer => ({
  id: user.id,
  slug: user.slug,
  displayName: user.displayName,
  language: localeOr(user.language),
  publisher: user.publisher,
  founder: user.founder,
  administrator: user.administrator,
  emailConfirmed: user.emailConfirmedAt !== null,
  sessionId,
});
