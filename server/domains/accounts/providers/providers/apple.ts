/**
 * Apple: OpenID Connect with discovery; the answer is a form post of Apple's page as soon as a scope is asked for, and the
 * client's secret is a token signed by the team's key (https://developer.apple.com/documentation/signinwithapplerestapi).
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

/** RFC 7515 with ES256: r and s one after the other, not the DER form that OpenSSL makes by itself. */
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
  // In an environment variable the lines of the key are often kept apart by a written \n.
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

/**
 * Who the authorization of Apple's SDK names: the code is handed in, and the ID token that came with it must speak of the
 * same person as the one that Apple gives for the code.
 */
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

/** Apple tells the name only once, and only here; it is what the person may change anyway. */
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

/** Read without a check: it is only compared with a token that has been checked. */
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
