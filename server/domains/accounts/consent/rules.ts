/**
 * Decides what needs a reader's consent and whether it was given. Everything optional asks `mayUse`. Only a cookie
 * stores the answer, so that server and page scripts can read it. Imports nothing, because readers download this file.
 */

/** `adverts`: an advertising network's page in a frame between story pages. Everything else needs no consent. */
export const PURPOSES = ['adverts'] as const;
export type Purpose = (typeof PURPOSES)[number];

export type Consent = {
  /** YYYY-MM-DD, UTC. */
  day: string;
  purposes: readonly Purpose[];
};

export const CONSENT_COOKIE = 'consent';
/** Version of the question. An answer to another version counts as none. `islands/runtime/theme.ts` uses it, too. */
export const CONSENT_VERSION = 1;
/** Long enough not to annoy, short enough that people remember their answer. */
export const CONSENT_DAYS = 180;

const NOTHING = 'none';
const FORM = /^(\d+)\.(\d{4}-\d{2}-\d{2})\.([a-z-]+)$/;

/** `1.2026-11-23.adverts` */
export const writeConsent = ({ day, purposes }: Consent): string =>
  `${CONSENT_VERSION}.${day}.${purposes.length > 0 ? purposes.join('-') : NOTHING}`;

export function readConsent(value: string | undefined): Consent | null {
  const [, version, day, given] = FORM.exec(value ?? '') ?? [];
  if (day === undefined || Number(version) !== CONSENT_VERSION) return null;
  const named = given?.split('-') ?? [];
  return { day, purposes: PURPOSES.filter((purpose) => named.includes(purpose)) };
}

export const consentIn = (cookies: string): Consent | null =>
  readConsent(new RegExp(`(?:^|; )${CONSENT_COOKIE}=([^;]*)`).exec(cookies)?.[1]);

/** No answer means no consent. */
export const mayUse = (purpose: Purpose, consent: Consent | null): boolean =>
  consent?.purposes.includes(purpose) === true;

/** Consent of a minor never counts. The question asks everyone else to be at least 18. */
export const decideConsent = (
  wished: readonly Purpose[],
  { day, isMinor }: { day: string; isMinor: boolean },
): Consent => ({ day, purposes: isMinor ? [] : wished });

/** True when there is anything to ask. Our own advertisements need no consent, because they share no data. */
export const isAsked = ({ AD_FRAME_URL }: { AD_FRAME_URL?: string | undefined }): boolean =>
  AD_FRAME_URL !== undefined;
