/** Owns how long a session lasts, what counts as just signed in (decisions.md §4), and as whom an account acts. */
import type { sessions, users } from '#db/schema/index.ts';
import { DAY_MS, MINUTE_MS } from '../../../lib/durations.ts';
import { localeOr } from '../../../lib/locale.ts';
import type { Standing, Viewer } from '../../../lib/viewer.ts';

/** ACC-21: 7 days. */
export const SESSION_MS = 7 * DAY_MS;
/** The last use is noted this coarsely, so that reading does not write. */
export const LAST_USE_STEP_MS = 10 * MINUTE_MS;
/** Who has no password to prove who they are must have signed in this lately. */
export const FRESH_MS = 10 * MINUTE_MS;
/** A device is remembered for a year. */
export const DEVICE_MS = 365 * DAY_MS;

/** A second factor has to be answered within. */
export const TICKET_MS = 10 * MINUTE_MS;
export const TICKET_TRIES = 5;
/** Known devices are asked for the second factor again after. */
export const CONFIRMED_MS = 30 * DAY_MS;

export const TICKET_COOKIE = 'sign_in_ticket';
export const CONFIRMED_COOKIE = 'confirmed_device';

/** What an administrator does, and what moves money, needs a proof that is no older (decisions.md §4). */
export const PROOF_MS = 15 * MINUTE_MS;

export const isFresh = (signedInAt: Date, now: Date): boolean =>
  now.getTime() - signedInAt.getTime() <= FRESH_MS;

export const isProven = (provenAt: Date | null, now: Date): boolean =>
  provenAt !== null && now.getTime() - provenAt.getTime() <= PROOF_MS;

/** Of an account, as `isAdministrator` asks for it. */
export const standingOf = (
  user: Pick<typeof users.$inferSelect, 'administrator' | 'secondFactorAt'>,
): Standing => ({
  administrator: user.administrator,
  secondFactor: user.secondFactorAt !== null,
});

/** What rules may know of an account. */
export const viewerOf = (
  user: typeof users.$inferSelect,
  session: Pick<typeof sessions.$inferSelect, 'id' | 'provenAt'>,
  now: Date,
): Viewer => ({
  id: user.id,
  slug: user.slug,
  displayName: user.displayName,
  language: localeOr(user.language),
  publisher: user.publisher,
  founder: user.founder,
  ...standingOf(user),
  emailConfirmed: user.emailConfirmedAt !== null,
  createdAt: user.createdAt,
  fresh: isProven(session.provenAt, now),
  sessionId: session.id,
});
