import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  Configuration,
  calculatePKCECodeChallenge,
  enableNonRepudiationChecks,
  fetchProtectedResource,
  type ServerMetadata,
} from 'openid-client';
import type { Config } from '#server/config/config.ts';
import { isStorable } from '#server/lib/text.ts';
import { isEmail } from '../../accounts/rules.ts';
import { type Person, tidyName } from '../rules.ts';
import { type Discovery, isPlain, PROVIDER_TIMEOUT_SECONDS } from './discovery.ts';

export type FlowSecrets = { state: string; nonce: string; codeVerifier: string };

export type ProviderContext = {
  config: Config;
  discovery: Discovery;
  /** The provider's return address. Registered there, hence built only from BASE_URL. */
  redirectUri: string;
  now: Date;
};

export type SocialProvider = {
  authorizeUrl(secrets: FlowSecrets): Promise<URL>;
  /** `answer` is the returned query. Throws when it proves no identity. */
  identify(answer: URLSearchParams, secrets: FlowSecrets): Promise<Person>;
};

export class ProviderRefusal extends Error {}

export function connect(server: ServerMetadata, clientId: string, auth: ClientAuth): Configuration {
  const client = new Configuration(server, clientId, undefined, auth);
  client.timeout = PROVIDER_TIMEOUT_SECONDS;
  if (isPlain(server.token_endpoint ?? server.issuer)) allowInsecureRequests(client);
  return client;
}

/** Like `connect`, but ID tokens need a signature by a current key of the provider. */
export async function connectOpenId(
  { discovery }: ProviderContext,
  issuer: string,
  clientId: string,
  auth: ClientAuth,
): Promise<Configuration> {
  const client = connect(await discovery.find(issuer), clientId, auth);
  enableNonRepudiationChecks(client);
  return client;
}

type Wish = { redirectUri: string; scope: string; nonce?: string; extra?: Record<string, string> };

export async function authorizeUrl(client: Configuration, secrets: FlowSecrets, wish: Wish): Promise<URL> {
  return buildAuthorizationUrl(client, {
    redirect_uri: wish.redirectUri,
    scope: wish.scope,
    state: secrets.state,
    ...(wish.nonce === undefined ? {} : { nonce: wish.nonce }),
    ...(knowsPkce(client)
      ? {
          code_challenge: await calculatePKCECodeChallenge(secrets.codeVerifier),
          code_challenge_method: 'S256',
        }
      : {}),
    ...wish.extra,
  });
}

/** Uses PKCE if the provider supports it: Apple does not. */
const knowsPkce = (client: Configuration): boolean => client.serverMetadata().supportsPKCE('S256');

/** Exchanges the code. The library checks state, nonce, PKCE and everything that the standards require. */
export async function exchangeCode(
  client: Configuration,
  answer: URLSearchParams,
  { redirectUri, secrets, openId }: { redirectUri: string; secrets: FlowSecrets; openId: boolean },
) {
  const url = new URL(redirectUri);
  for (const name of ['code', 'state', 'iss', 'error', 'error_description']) {
    const value = answer.get(name);
    if (value !== null) url.searchParams.set(name, value);
  }
  return authorizationCodeGrant(client, url, {
    expectedState: secrets.state,
    ...(openId ? { expectedNonce: secrets.nonce, idTokenExpected: true } : {}),
    ...(knowsPkce(client) ? { pkceCodeVerifier: secrets.codeVerifier } : {}),
  });
}

export async function readResource(
  client: Configuration,
  accessToken: string,
  url: URL,
): Promise<Record<string, unknown>> {
  const response = await fetchProtectedResource(client, accessToken, url, 'GET');
  if (response.status >= 500) throw new ProviderRefusal('the API fails', { cause: response });
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok || typeof body !== 'object' || body === null) {
    throw new ProviderRefusal(`the API answered ${response.status}`);
  }
  return body as Record<string, unknown>;
}

/** Builds a person from a provider's claims. `verified` is a boolean, or text from Apple. */
export function personOf(claims: {
  subject: unknown;
  email?: unknown;
  verified?: unknown;
  displayName?: unknown;
}): Person {
  const { subject } = claims;
  if (typeof subject !== 'string' || subject === '' || subject.length > 255 || !isStorable(subject)) {
    throw new ProviderRefusal('no usable subject');
  }
  const email = typeof claims.email === 'string' && isEmail(claims.email) ? claims.email : null;
  const emailVerified = email !== null && isTrue(claims.verified);
  const emailDenied = email !== null && claims.verified !== undefined && !isTrue(claims.verified);
  return { subject, email, emailVerified, emailDenied, displayName: tidyName(claims.displayName) };
}

/** Allowed clock difference. */
const AHEAD_SECONDS = 60;

/** The library checks when a token ends. This rejects tokens issued in the future. */
export function refuseAhead(claims: Record<string, unknown>, { now }: Pick<ProviderContext, 'now'>): void {
  const { iat } = claims;
  if (typeof iat !== 'number' || iat > now.getTime() / 1000 + AHEAD_SECONDS)
    throw new ProviderRefusal('the ID token is from the future');
}

const isTrue = (value: unknown): boolean => value === true || value === 'true';

/** True when the provider is down or failing, false when it refused. */
export function isAway(error: unknown): boolean {
  for (let at = error, depth = 0; typeof at === 'object' && at !== null && depth < 6; depth += 1) {
    const { name, code, status, cause } = at as Record<string, unknown>;
    if (name === 'TimeoutError' || name === 'AbortError' || code === 'OAUTH_TIMEOUT') return true;
    if (typeof status === 'number' && (status >= 500 || status === 429)) return true;
    if (at instanceof TypeError && at.message === 'fetch failed') return true;
    at = cause;
  }
  return false;
}
