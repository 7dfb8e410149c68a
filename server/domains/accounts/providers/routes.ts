import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import type { Call } from '../../../lib/contract.ts';
import { utcDay } from '../../../lib/days.ts';
import { type Locale, localeOr } from '../../../lib/locale.ts';
import { type CallContext, type Checks, defineRoutes } from '../../../lib/mount.ts';
import { asReader } from '../../../lib/viewer.ts';
import { keepTicket, setDeviceCookie, setSessionCookies } from '../../../plugins/cookies.ts';
import { findBadgedAccount, type OwnAccount } from '../accounts/queries.ts';
import { checkSignUp } from '../accounts/rules.ts';
import { markDevice } from '../sessions/devices.ts';
import { CONFIRMED_COOKIE } from '../sessions/rules.ts';
import type { SignedIn } from '../sessions/service.ts';
import { socialContract } from './contract.ts';
import { beginFlow, type NewFlow } from './flows.ts';
import { disconnect } from './identities.ts';
import { createSocialAccount, identifyByFlow, identifyByGoogleToken, signInByProvider } from './newcomers.ts';
import { identifyAppleData } from './providers/apple.ts';
import { identifyFacebookToken } from './providers/facebook.ts';
import { askProvider, contextOf, providerOf } from './providers/index.ts';
import { listConnectedApps } from './queries.ts';
import { PENDING_MS, type Provider, SOCIAL_COOKIE } from './rules.ts';
import { isSecret, newSecret } from './secrets.ts';
import { beginSocial, finishSocial } from './service.ts';

const checks: Checks<typeof socialContract, Deps> = {
  'POST /auth/social_account': (given, { deps }) => {
    const { date_of_birth, ...fields } = checkSignUp({
      email: given.email,
      displayName: given.display_name,
      dateOfBirth: given.date_of_birth,
      guardianConsent: given.guardian_consent === true,
      today: utcDay(deps.clock.now()),
    });
    // Reports "too young" only on submit, which ends the step.
    return date_of_birth?.includes('too_young')
      ? fields
      : { ...fields, ...(date_of_birth && { date_of_birth }) };
  },
};

export const socialRoutes = defineRoutes<typeof socialContract, Deps>(
  socialContract,
  {
    'GET /auth/:provider': async ({ deps, params, query, viewer, locale, request, reply }) => {
      // The provider returns to the web origin, so the cookie must belong to it.
      if (!request.url.startsWith('/api/')) return `${deps.config.BASE_URL}/api${request.url}`;
      return beginSocial(deps, {
        provider: params.provider,
        action: query.social_action ?? 'signing',
        back: query.back,
        locale: localeOr(query.locale, locale),
        browser: markBrowser(request, reply, deps),
        viewer,
        fromHere: isFromHere(request, deps.config.BASE_URL),
      });
    },
    'GET /auth/:provider/callback': async ({ deps, params, viewer, locale, request, reply }) => {
      const { location, device } = await finishSocial(deps, {
        provider: params.provider,
        answer: new URL(request.url, 'http://local').searchParams,
        browser: browserOf(request),
        viewer,
        locale,
        userAgent: request.headers['user-agent'] ?? '',
        device: request.cookies.device,
      });
      if (device !== null) setDeviceCookie(reply, deps.config, device);
      return location;
    },
    'POST /auth/:provider/callback': async ({ deps, params, request }) => {
      contextOf(deps, params.provider);
      return `/api/auth/${params.provider}/callback?${answerIn(request.body)}`;
    },
    'POST /auth/social_account': async (context) => {
      const { deps, body, locale, request, reply } = context;
      const signedIn = await createSocialAccount(deps, {
        key: body.code === undefined ? { browser: browserOf(request) } : { code: body.code },
        dateOfBirth: body.date_of_birth,
        guardianConsent: body.guardian_consent === true,
        displayName: body.display_name,
        email: body.email,
        language: body.language ?? locale,
        timezone: body.timezone,
        subscribeToEmails: body.notifications?.subscribe_to_emails === true,
        userAgent: request.headers['user-agent'] ?? '',
        address: request.ip,
      });
      reply.clearCookie(SOCIAL_COOKIE, cookieOptions(deps));
      const account = await welcome(context, signedIn);
      const notice = account.user.email_confirmed ? 'social_account_created' : 'account_created';
      return { ...account, message: request.translate(notice) };
    },
    'POST /auth/fb': async (context) => {
      const { access_token: token } = context.body;
      return enter(context, 'fb', () => identifyFacebookToken(contextOf(context.deps, 'fb'), token));
    },
    'POST /auth/google/nonce': async ({ deps, locale }) => {
      contextOf(deps, 'google');
      const { nonce, state } = await beginFlow(deps, ofApp('google', locale));
      return { nonce, state };
    },
    'POST /auth/google': async (context) => {
      const { id_token: idToken, state } = context.body;
      return enter(context, 'google', () => identifyByGoogleToken(context.deps, { state, idToken }));
    },
    'POST /auth/apple/data': async (context) => {
      const { code, id_token: idToken, user } = context.body;
      return enter(context, 'apple', () =>
        identifyAppleData(contextOf(context.deps, 'apple'), { code, idToken, user }),
      );
    },
    'POST /auth/get_twitter_token': async ({ deps, locale }) => {
      const provider = providerOf(deps, 'twitter');
      const secrets = await beginFlow(deps, ofApp('twitter', locale));
      const url = await askProvider(deps, 'twitter', () => provider.authorizeUrl(secrets));
      return { authorize_url: url.href, state: secrets.state };
    },
    'POST /auth/verify_twitter_token': async (context) => {
      const { deps, body } = context;
      return enter(context, 'twitter', () => identifyByFlow(deps, { provider: 'twitter', ...body }));
    },
    'GET /connected_apps': async ({ deps, viewer }) => ({
      connected_apps: await listConnectedApps(deps, viewer.id),
    }),
    'DELETE /connected_apps/:provider': async ({ deps, viewer, params, request }) => {
      const userAgent = request.headers['user-agent'] ?? '';
      await disconnect(deps, { userId: viewer.id, provider: params.provider, userAgent });
      return undefined;
    },
  },
  checks,
);

const ofApp = (provider: Provider, locale: Locale): NewFlow => ({
  provider,
  locale,
  action: 'signing',
  browser: null,
  userId: null,
  back: null,
});

type Entering = Pick<CallContext<Call, Deps>, 'deps' | 'request' | 'reply'>;

async function enter(
  context: Entering,
  provider: Parameters<typeof signInByProvider>[1]['provider'],
  identify: Parameters<typeof signInByProvider>[1]['identify'],
): Promise<OwnAccount & { auth_token: string }> {
  const userAgent = context.request.headers['user-agent'] ?? '';
  const confirmedDevice = context.request.cookies[CONFIRMED_COOKIE];
  const { device } = context.request.cookies;
  const from = { provider, userAgent, confirmedDevice, device, identify };
  const entering = signInByProvider(context.deps, from);
  return welcome(context, await keepTicket(context, entering));
}

async function welcome(
  { deps, request, reply }: Entering,
  { userId, token }: SignedIn,
): Promise<OwnAccount & { auth_token: string }> {
  const account = await findBadgedAccount(deps, asReader(userId), request);
  const { publisher, date_of_birth: dateOfBirth } = account.user;
  setSessionCookies(reply, deps, { token, publisher, dateOfBirth });
  const device = await markDevice(deps, userId, request.cookies.device);
  if (device !== null) setDeviceCookie(reply, deps.config, device);
  return { auth_token: token, ...account };
}

const browserOf = (request: FastifyRequest): string | undefined => {
  const cookie = request.cookies[SOCIAL_COOKIE];
  return isSecret(cookie) ? cookie : undefined;
};

const cookieOptions = ({ config }: Deps) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: config.secureCookies }) as const;

/** Marks the browser. Keeps an existing mark, so that two tabs can sign in at once. */
function markBrowser(request: FastifyRequest, reply: FastifyReply, deps: Deps): string {
  const browser = browserOf(request) ?? newSecret();
  // Lasts for the round trip and then for the newcomer's step.
  reply.setCookie(SOCIAL_COOKIE, browser, { ...cookieOptions(deps), maxAge: (2 * PENDING_MS) / 1000 });
  return browser;
}

/** True when the link was on our page: by `Sec-Fetch-Site`, or by `Referer` in older browsers. */
function isFromHere({ headers }: FastifyRequest, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { referer } = headers;
  return referer !== undefined && URL.canParse(referer) && new URL(referer).origin === origin;
}

/** Apple's cross-site post carries no SameSite=Lax cookie, but the GET redirect that answers it does. */
function answerIn(body: unknown): string {
  const answer = new URLSearchParams();
  for (const name of ['state', 'code', 'iss', 'error', 'user']) {
    const value = (body as Record<string, unknown> | null | undefined)?.[name];
    if (typeof value === 'string' && value.length <= 2048) answer.set(name, value);
  }
  return answer.toString();
}
