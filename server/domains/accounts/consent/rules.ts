/**
 * Owns what needs a reader's leave, and who has given it: whatever is optional asks `mayUse`, and nothing else decides it.
 * The answer lies in a cookie alone, which the server and the page's scripts can read. Imports nothing, since readers bring it along.
 */

/** `adverts`: a page of an advertising network, framed between the pages of a story. All else works without leave. */
export const PURPOSES = ['adverts'] as const;
export type Purpose = (typeof PURPOSES)[number];

export type Consent = {
  /** YYYY-MM-DD, UTC. */
  day: string;
  purposes: readonly Purpose[];
};

export const CONSENT_COOKIE = 'consent';
/** Of the question. Whoever answered another one is asked again; `islands/runtime/theme.ts` knows it too. */
export const CONSENT_VERSION = 1;
/** Long enough not to nag, short enough that nobody is bound by what they have forgotten. */
export const CONSENT_DAYS = 180;

const NOTHING = 'none';
const FORM = /^(\d+)\.(\d{4}-\d{2}-\d{2})\.([a-z-]+)$/;

/** `1.2026-11-23.adverts` */
export const writeConsent = ({ day, purposes }: Consent): string =>
  `${CONSENT_VERSION}.${day}.${purposes.length > 0 ? purposes.join('-') : NOTHING}`;

/** Null for who has not answered, or answered another question. */
export function readConsent(value: string | undefined): Consent | null {
  const [, version, day, given] = FORM.exec(value ?? '') ?? [];
  if (day === undefined || Number(version) !== CONSENT_VERSION) return null;
  const named = given?.split('-') ?? [];
  return { day, purposes: PURPOSES.filter((purpose) => named.includes(purpose)) };
}

/** From all cookies of a document. */
export const consentIn = (cookies: string): Consent | null =>
  readConsent(new RegExp(`(?:^|; )${CONSENT_COOKIE}=([^;]*)`).exec(cookies)?.[1]);

/** Silence is no answer, and no answer is no leave. */
export const mayUse = (purpose: Purpose, consent: Consent | null): boolean =>
  consent?.purposes.includes(purpose) === true;

/** What an answer comes to. A minor's leave counts for nothing; the question tells all others to give it from 18 only. */
export const decideConsent = (
  wished: readonly Purpose[],
  { day, isMinor }: { day: string; isMinor: boolean },
): Consent => ({ day, purposes: isMinor ? [] : wished });

/** Whether there is anything to ask about: our own advertisements need no leave, since they tell nobody anything. */
export const isAsked = ({ AD_FRAME_URL }: { AD_FRAME_URL?: string | undefined }): boolean =>
  AD_FRAME_URL !== undefined;
