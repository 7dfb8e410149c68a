/**
 * Apple: OpenID Connect with discovery. With a scope, Apple answers by a form post. The client secret is a token signed
 * by the team's key (https://developer.apple.com/documentation/signinwithapplerestapi).
 */
import { createPrivateKey, sign } from 'node:crypto';
import { type ClientAuth, type Configuration, genericGrantRequest } from 'openid-client';
import type { Person } from '../rules.ts';
import {
  authorizeUrl,
  connectOpenId,
  exchangeCode,
  type ProviderContext,
  ProviderRefusal,
  personOf,
  refuseAhead,
  type SocialProvider,
} from './provider.ts';

const SECRET_SECONDS = 300;

const json64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** RFC 7515 with ES256: r and s concatenated, not OpenSSL's default DER form. */
export function appleClientSecret({ config, now }: Pick<ProviderContext, 'config' | 'now'>): string {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const claims = {
    iss: config.APPLE_TEAM_ID,
    iat: issuedAt,
    exp: issuedAt + SECRET_SECONDS,
    aud: config.APPLE_ISSUER,
    sub: config.APPLE_CLIENT_ID,
  };
  const text = `${json64({ alg: 'ES256', kid: config.APPLE_KEY_ID, typ: 'JWT' })}.${json64(claims)}`;
  // Environment variables often contain the key's line breaks as a literal \n.
  const key = createPrivateKey((config.APPLE_PRIVATE_KEY ?? '').replaceAll('\\n', '\n'));
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}

function connectApple(context: ProviderContext): Promise<Configuration> {
  const { APPLE_ISSUER, APPLE_CLIENT_ID = '' } = context.config;
  const auth: ClientAuth = (_server, client, body) => {
    body.set('client_id', client.client_id);
    body.set('client_secret', appleClientSecret(context));
  };
  return connectOpenId(context, APPLE_ISSUER, APPLE_CLIENT_ID, auth);
}

export function apple(context: ProviderContext): SocialProvider {
  const { redirectUri } = context;
  return {
    async authorizeUrl(secrets) {
      const client = await connectApple(context);
      return authorizeUrl(client, secrets, {
        redirectUri,
        scope: 'openid name email',
        nonce: secrets.nonce,
        extra: { response_mode: 'form_post' },
      });
    },
    async identify(answer, secrets) {
      const client = await connectApple(context);
      const tokens = await exchangeCode(client, answer, { redirectUri, secrets, openId: true });
      return personOfClaims(context, tokens.claims(), nameIn(answer.get('user')));
    },
  };
}

/** Exchanges the code. The app's ID token must name the same person as Apple's answer. */
export async function identifyAppleData(
  context: ProviderContext,
  input: { code: string; idToken: string; user: AppleUser | undefined },
): Promise<Person> {
  const client = await connectApple(context);
  const tokens = await genericGrantRequest(client, 'authorization_code', {
    code: input.code,
    redirect_uri: context.redirectUri,
  });
  const person = personOfClaims(context, tokens.claims(), nameOf(input.user));
  if (subjectIn(input.idToken) !== person.subject) throw new ProviderRefusal('code and token differ');
  return person;
}

type AppleUser = { name?: { firstName?: string; lastName?: string } };

/** Apple sends the name only once, here. Unsigned is fine: users may change their name anyway. */
function nameIn(text: string | null): string | null {
  try {
    return nameOf(JSON.parse(text ?? '') as AppleUser);
  } catch {
    return null;
  }
}

const nameOf = (user: AppleUser | undefined): string | null => {
  const { firstName, lastName } = user?.name ?? {};
  return [firstName, lastName].filter((part) => typeof part === 'string').join(' ') || null;
};

/** Not verified: only compared with a verified token. */
function subjectIn(idToken: string): unknown {
  try {
    const claims = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()) as unknown;
    return (claims as { sub?: unknown } | null)?.sub;
  } catch {
    return undefined;
  }
}

function personOfClaims(
  context: ProviderContext,
  claims: Record<string, unknown> | undefined,
  displayName: string | null,
): Person {
  if (claims === undefined) throw new ProviderRefusal('no ID token');
  refuseAhead(claims, context);
  const { sub, email, email_verified: verified = false } = claims;
  return personOf({ subject: sub, email, verified, displayName });
}
