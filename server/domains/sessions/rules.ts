/** Owns how long a session lasts and how often a wrong password may be tried (decisions.md §4). */
const MINUTE_MS = 60_000;

/** ACC-21: 7 days. */
export const SESSION_MS = 7 * 24 * 60 * MINUTE_MS;
export const FAILURES_MOST = 10;
export const FAILURE_WINDOW_MS = 15 * MINUTE_MS;
/** The last use is noted this coarsely, so that reading does not write. */
export const LAST_USE_STEP_MS = 10 * MINUTE_MS;
