import type { Test } from 'tap';
import type { Provider } from '../../db/schema/accounts/providers.ts';
import { LABELS, SOCIAL_COOKIE } from '../../server/domains/accounts/providers/rules.ts';
import { type Exchanged, exchangeSocialCode } from '../../server/domains/accounts/providers/service.ts';
import type { Locale } from '../../server/lib/locale.ts';
import { startTestApp, type TestApp } from './app.ts';
import { type OAuthServer, startOAuthServer } from './oauth.ts';
import { createAppleKey, type OpenIdProvider, startOpenIdProvider } from './openid.ts';
import { createSurfer, HOME, type Surfer } from './surfer.ts';

export type SocialPeers = {
  google: OpenIdProvider;
  apple: OpenIdProvider;
  fb: OAuthServer;
  twitter: OAuthServer;
  environment: Record<string, string>;
  close(): Promise<void>;
};

const redirectUri = (origin: string, provider: Provider): string => `${origin}/api/auth/${provider}/callback`;

export async function startPeers(origin: string): Promise<SocialPeers> {
  const key = createAppleKey();
  const google = await startOpenIdProvider({
    clientId: 'google-client',
    secret: 'google-secret',
    redirectUri: redirectUri(origin, 'google'),
    person: { sub: 'g-1', email: 'mika@example.org', email_verified: true, name: 'Mika Arai' },
  });
  const apple = await startOpenIdProvider({
    clientId: 'apple-services-id',
    secret: { team: 'TEAM', keyId: 'KEY', publicKey: key.publicKey },
    redirectUri: redirectUri(origin, 'apple'),
    person: { sub: 'a-1', email: 'relay@example.org', email_verified: 'true' },
  });
  const fb = await startOAuthServer({
    kind: 'facebook',
    clientId: '4711',
    secret: 'fb-secret',
    redirectUri: redirectUri(origin, 'fb'),
    person: { id: 'f-1', name: 'Mika F.', email: 'mika.f@example.org' },
  });
  const twitter = await startOAuthServer({
    kind: 'twitter',
    clientId: 'twitter-client',
    secret: 'twitter-secret',
    redirectUri: redirectUri(origin, 'twitter'),
    person: { id: 't-1', name: 'mika', username: 'mika' },
  });
  const environment = {
    BASE_URL: origin,
    GOOGLE_CLIENT_ID: 'google-client',
    GOOGLE_CLIENT_SECRET: 'google-secret',
    GOOGLE_ISSUER: google.issuer,
    APPLE_CLIENT_ID: 'apple-services-id',
    APPLE_TEAM_ID: 'TEAM',
    APPLE_KEY_ID: 'KEY',
    APPLE_PRIVATE_KEY: key.pem,
    APPLE_ISSUER: apple.issuer,
    FACEBOOK_APP_ID: '4711',
    FACEBOOK_APP_SECRET: 'fb-secret',
    FACEBOOK_AUTHORIZE_URL: `${fb.origin}/v10.0/authorize`,
    FACEBOOK_GRAPH_URL: `${fb.origin}/v10.0`,
    TWITTER_CLIENT_ID: 'twitter-client',
    TWITTER_CLIENT_SECRET: 'twitter-secret',
    TWITTER_AUTHORIZE_URL: `${twitter.origin}/i/oauth2/authorize`,
    TWITTER_API_URL: `${twitter.origin}/2`,
  };
  const close = async (): Promise<void> => {
    await Promise.all([google, apple, fb, twitter].map((peer) => peer.close()));
  };
  return { google, apple, fb, twitter, environment, close };
}

export type SocialTestApp = TestApp & {
  peers: SocialPeers;
  surfer(): Surfer;
  /** Does the sign-in page's work with the address to which the browser returned. */
  arrive(surfer: Surfer, landing: URL, options?: { locale?: Locale }): Promise<Exchanged>;
  signInBy(provider: Provider, surfer?: Surfer): Promise<Exchanged>;
};

export async function startSocialApp(environment: Record<string, string> = {}): Promise<SocialTestApp> {
  const peers = await startPeers(HOME);
  const app = await startTestApp({ environment: { ...peers.environment, ...environment } });
  const arrive: SocialTestApp['arrive'] = (surfer, landing, { locale = 'en' } = {}) =>
    exchangeSocialCode(app.deps, {
      code: landing.searchParams.get('auth_token') ?? '',
      provider: landing.searchParams.get('social_app_name'),
      browser: surfer.cookie(SOCIAL_COOKIE),
      locale,
      userAgent: 'test',
    });
  return {
    ...app,
    peers,
    surfer: () => createSurfer(app.app),
    arrive,
    async signInBy(provider, surfer = createSurfer(app.app)) {
      const landing = await surfer.go(`/api/auth/${provider}?social_action=signing`);
      return arrive(surfer, landing);
    },
    async close() {
      await app.close();
      await peers.close();
    },
  };
}

/** Checks a refusal: this page, this notice, and no code. */
export function refused(t: Test, url: URL, message: string, path = '/sign_in'): void {
  t.equal(url.pathname, path);
  t.equal(url.searchParams.get('error_notice'), message);
  t.notOk(url.searchParams.has('auth_token'));
}

export const failed = (provider: Provider) =>
  `Signing in with ${LABELS[provider]} did not work. Please try again.`;
