/** Decides how far we trust a provider: who is signed in, connected or refused (decisions.md §4). */
import type { Provider, SocialAction } from '#db/schema/accounts/providers.ts';
import { MINUTE_MS } from '../../../lib/durations.ts';
import { cleanTitle } from '../../../lib/names.ts';

export type { Provider, SocialAction };

export const PROVIDERS = ['google', 'apple', 'fb', 'twitter'] as const satisfies readonly Provider[];
export const LABELS: Readonly<Record<Provider, string>> = {
  google: 'Google',
  apple: 'Apple',
  fb: 'Facebook',
  twitter: 'Twitter',
};

export const isProvider = (text: unknown): text is Provider =>
  PROVIDERS.some((provider) => provider === text);

/** Cookie that recognizes the browser where a flow began. HttpOnly, as secret as a session. */
export const SOCIAL_COOKIE = 'social_browser';

/** Time limits: consent at the provider, redeeming the code, and entering a date of birth. */
export const FLOW_MS = 15 * MINUTE_MS;
export const CODE_MS = MINUTE_MS;
export const PENDING_MS = 15 * MINUTE_MS;

/** The subject alone identifies a person. An e-mail counts only if verified. */
export type Person = {
  subject: string;
  email: string | null;
  emailVerified: boolean;
  /** The provider says that the address is not the person's. Such a person gets no account. */
  emailDenied: boolean;
  displayName: string | null;
};

export type RefusalCode =
  | 'social_failed'
  | 'social_cancelled'
  | 'social_unavailable'
  | 'social_email_unverified'
  | 'social_unconfirmed'
  | 'social_email_taken'
  | 'social_identity_taken'
  | 'social_provider_taken';

export type Facts = {
  action: SocialAction;
  person: Pick<Person, 'emailVerified' | 'emailDenied'>;
  /** The user whom this subject already belongs to. */
  identityOwner: string | null;
  viewer: string | null;
  viewerConfirmed: boolean;
  viewerHasProvider: boolean;
  emailOwner: { id: string; emailConfirmed: boolean; hasProvider: boolean } | null;
};

export type Decision =
  | { outcome: 'sign_in'; userId: string; link: boolean }
  | { outcome: 'connect'; userId: string; link: boolean }
  | { outcome: 'sign_up' }
  | { outcome: 'refuse'; code: RefusalCode };

const refuse = (code: RefusalCode): Decision => ({ outcome: 'refuse', code });

/** By subject first. By e-mail only if both sides verified it: an impostor could otherwise share the account. */
export function decideSocial(facts: Facts): Decision {
  if (facts.action === 'connecting') return decideConnection(facts);
  const { identityOwner, emailOwner, person } = facts;
  if (identityOwner !== null) return { outcome: 'sign_in', userId: identityOwner, link: false };
  if (person.emailDenied) return refuse('social_email_unverified');
  if (emailOwner === null) return { outcome: 'sign_up' };
  const proven = person.emailVerified && emailOwner.emailConfirmed && !emailOwner.hasProvider;
  return proven ? { outcome: 'sign_in', userId: emailOwner.id, link: true } : refuse('social_email_taken');
}

/** A stranger who signed up with another person's address must not keep access through a provider. */
function decideConnection(facts: Facts): Decision {
  const { viewer, viewerConfirmed, identityOwner, viewerHasProvider } = facts;
  if (viewer === null) return refuse('social_failed');
  if (identityOwner === viewer) return { outcome: 'connect', userId: viewer, link: false };
  if (!viewerConfirmed) return refuse('social_unconfirmed');
  if (identityOwner !== null) return refuse('social_identity_taken');
  if (viewerHasProvider) return refuse('social_provider_taken');
  return { outcome: 'connect', userId: viewer, link: true };
}

/** Requires another way in: a password or another offered provider. */
export const canDisconnect = (ways: { hasPassword: boolean; others: number }): boolean =>
  ways.hasPassword || ways.others > 0;

const PLAINEST_NAME = 60;

/** Display name on one line, at most 60 characters. Null when nothing is left. */
export function tidyName(name: unknown): string | null {
  if (typeof name !== 'string') return null;
  const line = cleanTitle(name.replace(/\p{Cs}/gu, ''));
  const cut = [...line].slice(0, PLAINEST_NAME).join('').trim();
  return cut === '' ? null : cut;
}
