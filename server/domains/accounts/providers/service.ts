/** Signs in by a provider. Browsers get redirects instead of errors. */
import { eq } from 'drizzle-orm';
import { users } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { type AppError, conflict, forbidden, isAppError, locked, unauthorized } from '../../../lib/errors.ts';
import { safePath } from '../../../lib/forms.ts';
import { type Locale, localeOr } from '../../../lib/locale.ts';
import { product } from '../../../lib/product.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { logSecurity } from '../../../process/security-log.ts';
import { giveNotice } from '../second-factor/notices.ts';
import { knownDevice, markDevice } from '../sessions/devices.ts';
import { createSession, passFactor } from '../sessions/service.ts';
import { issueCode, keepPending, takeCode } from './codes.ts';
import { beginFlow, type Flow, takeFlow } from './flows.ts';
import { addIdentity, findKnown } from './identities.ts';
import { askProvider, contextOf, providerOf, refusal } from './providers/index.ts';
import {
  codePlace,
  connectedPlace,
  factorPlace,
  refusedPlace,
  soonPlace,
  stepPlace,
  welcomePlace,
} from './return-address.ts';
import { decideSocial, isProvider, LABELS, type Person, type Provider, type SocialAction } from './rules.ts';

export type Begin = {
  provider: Provider;
  action: string;
  back: string | undefined;
  locale: Locale;
  browser: string;
  viewer: Viewer | null;
  fromHere: boolean;
};

/** Returns the provider's address, or our page with the error. Throws 404 for a provider without keys. */
export async function beginSocial(deps: Deps, input: Begin): Promise<string> {
  const { provider, locale, viewer, browser } = input;
  contextOf(deps, provider);
  const back = safePath(input.back) ?? null;
  const action = input.action === 'connecting' ? 'connecting' : 'signing';
  if (action !== input.action) return soonPlace(locale, back);
  return orRefused(deps, { locale, action, back }, async () => {
    if (action === 'connecting') mustBeOwnWish(input);
    const userId = action === 'connecting' ? (viewer?.id ?? null) : null;
    const secrets = await beginFlow(deps, { provider, action, browser, userId, back, locale });
    const url = await askProvider(deps, provider, () => providerOf(deps, provider).authorizeUrl(secrets));
    return url.href;
  });
}

/** Prevents another site from connecting its own provider account to the viewer's account. */
function mustBeOwnWish({ viewer, fromHere, provider }: Begin): void {
  if (viewer === null) throw unauthorized('sign_in_required');
  if (!fromHere) throw forbidden('social_not_here', { args: { provider: LABELS[provider] } });
  if (!viewer.emailConfirmed) throw refusal('social_unconfirmed', provider);
  if (!viewer.fresh) throw conflict('prove_again');
}

/** Checked again at the end: the session may have changed, or its proof expired. */
function mustStillBe({ userId, provider }: Flow, viewer: Viewer | null): void {
  if (viewer === null || viewer.id !== userId) throw refusal('social_failed', provider);
  if (!viewer.fresh) throw conflict('prove_again');
}

export type Answer = {
  provider: Provider;
  answer: URLSearchParams;
  browser: string | undefined;
  viewer: Viewer | null;
  locale: Locale;
  userAgent: string;
  /** Device cookie. Browsers do not send it to the page where the flow ends. */
  device?: string | undefined;
};

/** `device`: new device cookie, or null to leave it unchanged. */
export type Finished = { location: string; device: string | null };

export async function finishSocial(deps: Deps, input: Answer): Promise<Finished> {
  const end = await findEnd(deps, input);
  return typeof end === 'string' ? { location: end, device: null } : end;
}

async function findEnd(deps: Deps, input: Answer): Promise<Finished | string> {
  const { provider, answer, viewer, browser } = input;
  contextOf(deps, provider);
  const flow = await takeFlow(deps, { state: answer.get('state'), provider, browser });
  if (flow === null || browser === undefined) {
    const action: SocialAction = viewer === null ? 'signing' : 'connecting';
    return refusedPlace(input.locale, refusal('social_failed', provider), { action });
  }
  const locale = localeOr(flow.locale);
  return orRefused(deps, { locale, action: flow.action, back: flow.back }, async () => {
    const error = answer.get('error');
    if (error !== null) throw refusal(isCancelled(error) ? 'social_cancelled' : 'social_failed', provider);
    if (flow.action === 'connecting') mustStillBe(flow, viewer);
    const person = await askProvider(deps, provider, () =>
      providerOf(deps, provider).identify(answer, flow.secrets),
    );
    return inTransaction(deps, (tx) => settle(tx, { ...input, flow, person, locale, browser }));
  });
}

/** RFC 6749 §4.1.2.1, and Apple's own word. */
const isCancelled = (error: string): boolean =>
  error === 'access_denied' || error === 'user_cancelled_authorize';

type Arrival = Answer & { flow: Flow; person: Person; browser: string };

async function settle(tx: TransactionDeps, arrival: Arrival): Promise<Finished | string> {
  const { flow, person, locale, browser, device, userAgent } = arrival;
  const { provider, action, back } = flow;
  const userId = await admitPerson(tx, { provider, person, action, viewerId: flow.userId, userAgent });
  if (action === 'connecting') return connectedPlace(locale, back, provider);
  const known = await recogniseDevice(tx, userId, device);
  const said = { provider, person, userId, back, knownDevice: known.isKnown };
  const location = codePlace(locale, await issueCode(tx, said, browser), provider);
  return { location, device: known.mark };
}

/** With a second factor, only answering it makes the device known. */
export async function recogniseDevice(tx: Deps, userId: string | null, device: string | undefined) {
  const [owner] =
    userId === null
      ? []
      : await tx.db
          .select({ id: users.id, passwordHash: users.passwordHash, secondFactorAt: users.secondFactorAt })
          .from(users)
          .where(eq(users.id, userId));
  if (owner === undefined) return { isKnown: false, mark: null };
  return {
    isKnown: knownDevice(tx, owner, device) !== null,
    mark: owner.secondFactorAt === null ? await markDevice(tx, owner.id, device) : null,
  };
}

type Admission = {
  provider: Provider;
  person: Person;
  action: SocialAction;
  viewerId: string | null;
  userAgent: string;
};

/** Finds the account, null for a new person. May connect the provider and notify the owner. Throws a refusal. */
export async function admitPerson(tx: TransactionDeps, input: Admission): Promise<string | null> {
  const { provider, person, action, viewerId, userAgent } = input;
  const known = await findKnown(tx, { provider, person, viewerId });
  const decision = decideSocial({ ...known, action, person, viewer: viewerId });
  if (decision.outcome === 'refuse') throw refusal(decision.code, provider);
  if (decision.outcome === 'sign_up') return null;
  const { userId } = decision;
  if (decision.link) {
    const email = person.emailVerified ? person.email : null;
    await addIdentity(tx, { userId, provider, subject: person.subject, email });
    await giveNotice(tx, { userId, deed: 'provider_connected', userAgent, provider: LABELS[provider] });
  }
  return userId;
}

export type Exchange = {
  code: string;
  /** From the address. Names the provider in a refusal. */
  provider: string | null;
  browser: string | undefined;
  locale: Locale;
  userAgent: string;
  confirmedDevice?: string | undefined;
};

export type Exchanged = {
  location: string;
  session: SocialSession | null;
  ticket?: string;
};
export type SocialSession = { token: string; publisher: boolean; dateOfBirth: string };

/** Redeems the one-time code of the sign-in page (ACC-46). Returns where to go, and the session. */
export async function exchangeSocialCode(deps: Deps, input: Exchange): Promise<Exchanged> {
  const { code, browser, locale, userAgent, confirmedDevice } = input;
  const row = await takeCode(deps, { code, browser });
  if (row === null || browser === undefined) {
    const error = isProvider(input.provider)
      ? refusal('social_failed', input.provider)
      : conflict('social_expired');
    return { location: refusedPlace(locale, error, { action: 'signing' }), session: null };
  }
  if (row.userId === null) {
    await inTransaction(deps, (tx) => keepPending(tx, row, browser));
    return { location: stepPlace(locale), session: null };
  }
  try {
    const isNewDevice = !row.knownDevice;
    const session = await openSession(deps, { userId: row.userId, userAgent, confirmedDevice, isNewDevice });
    return { location: welcomePlace(locale, row.back, row.provider), session };
  } catch (error) {
    if (!isAppError(error)) throw error;
    const { ticket } = error.options.body ?? {};
    if (typeof ticket === 'string') return { location: factorPlace(locale, row.back), session: null, ticket };
    return { location: refusedPlace(locale, error, { action: 'signing', back: row.back }), session: null };
  }
}

/** Throws 423 for a locked account, 401 `second_factor_needed` for one with a second factor. */
export async function openSession(
  deps: Deps,
  {
    userId,
    userAgent,
    confirmedDevice,
    isNewDevice,
  }: { userId: string; userAgent: string; confirmedDevice?: string | undefined; isNewDevice: boolean },
): Promise<SocialSession> {
  const [user] = await deps.db
    .select({
      id: users.id,
      publisher: users.publisher,
      dateOfBirth: users.dateOfBirth,
      lockedAt: users.lockedAt,
      secondFactorAt: users.secondFactorAt,
    })
    .from(users)
    .where(eq(users.id, userId));
  if (user === undefined) throw conflict('social_expired');
  if (user.lockedAt !== null) {
    logSecurity(deps, 'sign_in_refused', { userId, reason: 'account_locked' });
    throw locked('account_locked', { args: { email: product.supportEmail } });
  }
  const { proven } = await passFactor(deps, user, { confirmedDevice, proof: 'provider' });
  logSecurity(deps, 'signed_in', { userId, reason: 'provider' });
  if (isNewDevice) logSecurity(deps, 'device_new', { userId });
  const { publisher, dateOfBirth } = user;
  return {
    token: await createSession(deps, userId, userAgent, { proven, isNewDevice }),
    publisher,
    dateOfBirth,
  };
}

async function orRefused<T>(
  deps: Deps,
  { locale, action, back }: { locale: Locale; action: SocialAction; back: string | null },
  work: () => Promise<T>,
): Promise<T | string> {
  try {
    return await work();
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (action === 'signing') logSecurity(deps, 'sign_in_refused', { reason: error.code });
    return refusedPlace(locale, error, { action: pageFor(error, action), back });
  }
}

/** Without a session, the user cannot see the connections page. */
const pageFor = (error: AppError, action: SocialAction): SocialAction =>
  error.code === 'sign_in_required' ? 'signing' : action;
