/** People known to a provider but without an account. We create none before we know their date of birth. */

import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { conflict, isAppError, unprocessable } from '../../../lib/errors.ts';
import type { Locale } from '../../../lib/locale.ts';
import { attempt, subjects } from '../../../limits/attempts.ts';
import { createProvidedAccount } from '../accounts/provided.ts';
import { sessionLimits } from '../limits.ts';
import type { SignedIn } from '../sessions/service.ts';
import { findPending, forgetPending, issueAppCode, type PendingKey } from './codes.ts';
import { takeFlow } from './flows.ts';
import { addIdentity } from './identities.ts';
import { identifyGoogleToken } from './providers/google.ts';
import { askProvider, contextOf, providerOf, refusal } from './providers/index.ts';
import type { FlowSecrets } from './providers/provider.ts';
import { LABELS, type Person, type Provider } from './rules.ts';
import { admitPerson, openSession, recogniseDevice } from './service.ts';

export type Newcomer = {
  provider: Provider;
  label: string;
  displayName: string | null;
  /** Verified by the provider. Null when the person has to enter an address. */
  email: string | null;
  back: string | null;
};

export async function findNewcomer(deps: Deps, key: PendingKey): Promise<Newcomer | null> {
  const row = await findPending(deps, key);
  if (row === null) return null;
  const { provider, displayName, email, back } = row;
  return { provider, label: LABELS[provider], displayName, email, back };
}

export type NewcomerAccount = {
  key: PendingKey;
  dateOfBirth: string;
  guardianConsent: boolean;
  displayName: string | undefined;
  email: string | undefined;
  language: Locale;
  timezone: string | undefined;
  subscribeToEmails: boolean;
  userAgent: string;
  address: string;
};

/** Throws 409 when nobody is waiting and 422 with the wrong fields. Below 13, deletes the provider's data, too. */
export async function createSocialAccount(deps: Deps, input: NewcomerAccount): Promise<SignedIn> {
  await attempt(deps, sessionLimits.signUp, [subjects.address(input.address)]);
  try {
    return await inTransaction(deps, (tx) => createForNewcomer(tx, input));
  } catch (error) {
    if (isTooYoung(error)) {
      const row = await findPending(deps, input.key);
      if (row !== null) await forgetPending(deps, row.id);
    }
    throw error;
  }
}

const isTooYoung = (error: unknown): boolean =>
  isAppError(error) && error.options.fields?.date_of_birth?.includes('too_young') === true;

async function createForNewcomer(tx: TransactionDeps, input: NewcomerAccount): Promise<SignedIn> {
  const row = await findPending(tx, input.key, { lock: true });
  if (row === null) throw conflict('social_expired');
  const displayName = input.displayName ?? row.displayName;
  const email = row.email ?? input.email;
  if (displayName === null) throw unprocessable({ display_name: ['blank'] });
  if (email === undefined) throw unprocessable({ email: ['blank'] });
  const userId = await createProvidedAccount(tx, {
    email,
    emailConfirmed: row.email !== null,
    displayName,
    dateOfBirth: input.dateOfBirth,
    guardianConsent: input.guardianConsent,
    language: input.language,
    timezone: input.timezone,
    subscribeToEmails: input.subscribeToEmails,
  });
  const { provider, subject } = row;
  await addIdentity(tx, { userId, provider, subject, email: row.email });
  await forgetPending(tx, row.id);
  const { token } = await openSession(tx, { userId, userAgent: input.userAgent, isNewDevice: false });
  return { userId, token };
}

/** For apps: returns a session, or throws 409 with the code for creating an account. */
export async function signInByProvider(
  deps: Deps,
  {
    provider,
    userAgent,
    confirmedDevice,
    device,
    identify,
  }: {
    provider: Provider;
    userAgent: string;
    confirmedDevice: string | undefined;
    /** Device cookie. Apps have none. */
    device: string | undefined;
    identify: () => Promise<Person>;
  },
): Promise<SignedIn> {
  const person = await askProvider(deps, provider, identify);
  const userId = await inTransaction(deps, (tx) =>
    admitPerson(tx, { provider, person, action: 'signing', viewerId: null, userAgent }),
  );
  if (userId !== null) {
    const { isKnown } = await recogniseDevice(deps, userId, device);
    const from = { userId, userAgent, confirmedDevice, isNewDevice: !isKnown };
    return { userId, token: (await openSession(deps, from)).token };
  }
  const code = await issueAppCode(deps, { provider, person, userId: null, back: null });
  const { displayName, email, emailVerified } = person;
  throw conflict('social_account_needed', {
    body: { social_code: code, display_name: displayName, email: emailVerified ? email : null },
  });
}

/** Ends a flow that an app began. Only the app's own state leads here, never a browser's. */
export async function identifyByFlow(
  deps: Deps,
  { provider, state, code }: { provider: Provider; state: string; code: string },
): Promise<Person> {
  const secrets = await takeAppFlow(deps, provider, state);
  return providerOf(deps, provider).identify(new URLSearchParams({ state, code }), secrets);
}

/** Like `identifyByFlow`, for a token that Google's SDK gave to the app. */
export async function identifyByGoogleToken(
  deps: Deps,
  { state, idToken }: { state: string; idToken: string },
): Promise<Person> {
  const { nonce } = await takeAppFlow(deps, 'google', state);
  return identifyGoogleToken(contextOf(deps, 'google'), { idToken, nonce });
}

async function takeAppFlow(deps: Deps, provider: Provider, state: string): Promise<FlowSecrets> {
  contextOf(deps, provider);
  const flow = await takeFlow(deps, { state, provider, browser: null });
  if (flow === null) throw refusal('social_failed', provider);
  return flow.secrets;
}
