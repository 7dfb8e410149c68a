/** Defines how long a session lasts, when it is fresh (decisions.md §4), and what an account may act as. */
import type { sessions, users } from '#db/schema/index.ts';
import { DAY_MS, MINUTE_MS } from '../../../lib/durations.ts';
import { localeOr } from '../../../lib/locale.ts';
import type { Standing, Viewer } from '../../../lib/viewer.ts';

/** ACC-21. */
export const SESSION_MS = 7 * DAY_MS;
/** Granularity of the last use, so that most reads do not write. */
export const LAST_USE_STEP_MS = 10 * MINUTE_MS;
/** Without a password, sensitive actions require a sign-in this recent. */
export const FRESH_MS = 10 * MINUTE_MS;
export const DEVICE_MS = 365 * DAY_MS;

/** Time to answer the second factor. */
export const TICKET_MS = 10 * MINUTE_MS;
export const TICKET_TRIES = 5;
/** After this time, known devices must answer the second factor again. */
export const CONFIRMED_MS = 30 * DAY_MS;

export const TICKET_COOKIE = 'sign_in_ticket';
export const CONFIRMED_COOKIE = 'confirmed_device';

/** Administration and payments require a proof at most this old (decisions.md §4). */
export const PROOF_MS = 15 * MINUTE_MS;

export const isFresh = (signedInAt: Date, now: Date): boolean =>
  now.getTime() - signedInAt.getTime() <= FRESH_MS;

export const isProven = (provenAt: Date | null, now: Date): boolean =>
  provenAt !== null && now.getTime() - provenAt.getTime() <= PROOF_MS;

export const standingOf = (
  user: Pick<typeof users.$inferSelect, 'administrator' | 'secondFactorAt'>,
): Standing => ({
  administrator: user.administrator,
  secondFactor: user.secondFactorAt !== null,
});

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
