/** A real OpenID provider for Google and Apple. It signs in and consents by itself, or misbehaves on demand. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, jwtVerify, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';

export type OpenIdPerson = {
  sub: string;
  email?: string;
  email_verified?: boolean | string;
  name?: string;
};

export type Mood = {
  person: OpenIdPerson;
  consent: 'given' | 'refused';
  /** Closes every connection without an answer. */
  isAway: boolean;
  /** Publishes other keys than the signing key, as if that one were withdrawn. */
  hasRotatedKeys: boolean;
  /** Puts this nonce into the ID token instead of the requested one. */
  nonce: string | null;
};

export type OpenIdProvider = {
  issuer: string;
  mood: Mood;
  asked: Map<string, number>;
  /** An ID token as the provider's SDK gives it to an app. */
  signToken(
    claims: Record<string, unknown>,
    times?: { issuedAt?: number; expiresAt?: number },
  ): Promise<string>;
  close(): Promise<void>;
};

export type OpenIdOptions = {
  clientId: string;
  redirectUri: string;
  person: OpenIdPerson;
  /** The client's secret, or Apple's key that signs it. */
  secret: string | { team: string; keyId: string; publicKey: KeyObject };
};

const KEY_ID = 'present';
const STATIC_SECRET = 'checked-by-the-signature-before';

export const createAppleKey = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { publicKey, pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
};

export async function startOpenIdProvider(options: OpenIdOptions): Promise<OpenIdProvider> {
  const { clientId, redirectUri, secret } = options;
  const keys = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(keys.privateKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' };
  const other = await generateKeyPair('RS256', { extractable: true });
  const otherJwk = { ...(await exportJWK(other.publicKey)), kid: 'next', alg: 'RS256', use: 'sig' };
  const mood: Mood = {
    person: options.person,
    consent: 'given',
    isAway: false,
    hasRotatedKeys: false,
    nonce: null,
  };
  const asked = new Map<string, number>();
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = makeProvider({ issuer, clientId, redirectUri, secret, jwk, mood });
  const answer = provider.callback();

  server.on('request', (request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    asked.set(url.pathname, (asked.get(url.pathname) ?? 0) + 1);
    if (mood.isAway) return void request.socket.destroy();
    if (url.pathname === '/jwks' && mood.hasRotatedKeys) return sendJson(response, { keys: [otherJwk] });
    if (url.pathname.startsWith('/interaction/')) return void consent(provider, mood, request, response);
    if (url.pathname === '/auth' && mood.nonce !== null) {
      url.searchParams.set('nonce', mood.nonce);
      request.url = `${url.pathname}${url.search}`;
    }
    if (
      url.pathname === '/token' &&
      typeof secret !== 'string' &&
      request.headers['x-checked'] === undefined
    ) {
      return void checkSecret({ issuer, clientId, secret }, request, response);
    }
    answer(request, response);
  });

  return {
    issuer,
    mood,
    asked,
    signToken: (claims, { issuedAt, expiresAt } = {}) => {
      const now = Math.floor(Date.now() / 1000);
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: KEY_ID })
        .setIssuer(String(claims.iss ?? issuer))
        .setAudience(String(claims.aud ?? clientId))
        .setIssuedAt(issuedAt ?? now)
        .setExpirationTime(expiresAt ?? now + 3600)
        .sign(keys.privateKey);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Making = Pick<OpenIdOptions, 'clientId' | 'redirectUri' | 'secret'> & {
  issuer: string;
  jwk: JWK;
  mood: Mood;
};

function makeProvider({ issuer, clientId, redirectUri, secret, jwk, mood }: Making): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: typeof secret === 'string' ? secret : STATIC_SECRET,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    // Google and Apple put the claims into the ID token itself.
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], name: ['name'] },
    scopes: ['openid', 'email', 'profile', 'name'],
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...mood.person, sub }) }),
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => false },
    cookies: { keys: ['test'] },
    jwks: { keys: [jwk] },
    ttl: {
      AuthorizationCode: 60,
      IdToken: 600,
      AccessToken: 600,
      Interaction: 600,
      Session: 600,
      Grant: 600,
    },
  });
}

/** Simulates the user's actions on the provider's pages. */
async function consent(
  provider: Provider,
  mood: Mood,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  if (mood.consent === 'refused') {
    const result = { error: 'access_denied', error_description: 'the person said no' };
    return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }
  const accountId = mood.person.sub;
  const grant = new provider.Grant({ accountId, clientId: String(params.client_id) });
  grant.addOIDCScope(String(params.scope));
  const result = { login: { accountId, remember: false }, consent: { grantId: await grant.save() } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

/** Checks the client secret like Apple: ES256 with the team's key, for this client and issuer, not expired. */
async function checkSecret(
  { issuer, clientId, secret }: { issuer: string; clientId: string; secret: OpenIdOptions['secret'] },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (typeof secret === 'string') return;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = new URLSearchParams(Buffer.concat(chunks).toString());
  try {
    const { protectedHeader } = await jwtVerify(body.get('client_secret') ?? '', secret.publicKey, {
      algorithms: ['ES256'],
      issuer: secret.team,
      subject: clientId,
      audience: issuer,
      requiredClaims: ['exp', 'iat'],
    });
    if (protectedHeader.kid !== secret.keyId) throw new Error('another key');
  } catch {
    response.statusCode = 400;
    return sendJson(response, { error: 'invalid_client' });
  }
  body.set('client_secret', STATIC_SECRET);
  const reply = await fetch(`${issuer}/token`, { method: 'POST', headers: { 'x-checked': '1' }, body });
  response.statusCode = reply.status;
  sendJson(response, await reply.json());
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(value));
}
