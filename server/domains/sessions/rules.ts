/** Owns how long a session lasts and what counts as just signed in (decisions.md §4). */
const MINUTE_MS = 60_000;

/** ACC-21: 7 days. */
export const SESSION_MS = 7 * 24 * 60 * MINUTE_MS;
/** The last use is noted this coarsely, so that reading does not write. */
export const LAST_USE_STEP_MS = 10 * MINUTE_MS;
/** Who has no password to prove who they are must have signed in this lately. */
export const FRESH_MS = 10 * MINUTE_MS;
/** A device is remembered for a year. */
export const DEVICE_MS = 365 * 24 * 60 * MINUTE_MS;

export const isFresh = (signedInAt: Date, now: Date): boolean =>
  now.getTime() - signedInAt.getTime() <= FRESH_MS;
