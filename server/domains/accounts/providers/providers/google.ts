/** Google: OpenID Connect with discovery (https://developers.google.com/identity/openid-connect/openid-connect). */
import { ClientSecretPost, type Configuration, customFetch, genericGrantRequest } from 'openid-client';
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

function connectGoogle(context: ProviderContext): Promise<Configuration> {
  const { GOOGLE_CLIENT_ID = '', GOOGLE_CLIENT_SECRET = '', GOOGLE_ISSUER } = context.config;
  return connectOpenId(context, GOOGLE_ISSUER, GOOGLE_CLIENT_ID, ClientSecretPost(GOOGLE_CLIENT_SECRET));
}

export function google(context: ProviderContext): SocialProvider {
  const { redirectUri } = context;
  return {
    async authorizeUrl(secrets) {
      const client = await connectGoogle(context);
      const { nonce } = secrets;
      return authorizeUrl(client, secrets, { redirectUri, scope: 'openid email profile', nonce });
    },
    async identify(answer, secrets) {
      const client = await connectGoogle(context);
      const tokens = await exchangeCode(client, answer, { redirectUri, secrets, openId: true });
      return personOfClaims(context, tokens.claims());
    },
  };
}

/**
 * The library verifies only answers of token endpoints, so we pass the app's ID token as one. The nonce is ours and
 * recent, so that used tokens and tokens from elsewhere fail.
 */
export async function identifyGoogleToken(
  context: ProviderContext,
  { idToken, nonce }: { idToken: string; nonce: string },
): Promise<Person> {
  const client = await connectGoogle(context);
  const { token_endpoint: endpoint } = client.serverMetadata();
  client[customFetch] = async (url, options) =>
    url === endpoint
      ? Response.json({ access_token: 'none', token_type: 'bearer', id_token: idToken })
      : fetch(url, options as RequestInit);
  const claims = (await genericGrantRequest(client, 'authorization_code', {})).claims();
  if (claims?.nonce !== nonce) throw new ProviderRefusal('another nonce');
  return personOfClaims(context, claims);
}

function personOfClaims(context: ProviderContext, claims: Record<string, unknown> | undefined): Person {
  if (claims === undefined) throw new ProviderRefusal('no ID token');
  refuseAhead(claims, context);
  return personOf({
    subject: claims.sub,
    email: claims.email,
    verified: claims.email_verified ?? false,
    displayName: claims.name,
  });
}
