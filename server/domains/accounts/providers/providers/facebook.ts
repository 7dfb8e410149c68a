/**
 * Facebook: OAuth 2 and the Graph API, v10.0
 * (https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow). E-mails count as unverified,
 * because Facebook does not say.
 */
import { createHmac } from 'node:crypto';
import { ClientSecretPost, type Configuration } from 'openid-client';
import type { Person } from '../rules.ts';
import {
  authorizeUrl,
  connect,
  exchangeCode,
  type ProviderContext,
  ProviderRefusal,
  personOf,
  readResource,
  type SocialProvider,
} from './provider.ts';

function connectFacebook({ config }: ProviderContext): Configuration {
  const { FACEBOOK_APP_ID = '', FACEBOOK_APP_SECRET = '', FACEBOOK_AUTHORIZE_URL } = config;
  const server = {
    issuer: new URL(FACEBOOK_AUTHORIZE_URL).origin,
    authorization_endpoint: FACEBOOK_AUTHORIZE_URL,
    token_endpoint: `${config.FACEBOOK_GRAPH_URL}/oauth/access_token`,
    code_challenge_methods_supported: ['S256'],
  };
  return connect(server, FACEBOOK_APP_ID, ClientSecretPost(FACEBOOK_APP_SECRET));
}

export function facebook(context: ProviderContext): SocialProvider {
  const { redirectUri } = context;
  return {
    authorizeUrl: (secrets) =>
      authorizeUrl(connectFacebook(context), secrets, { redirectUri, scope: 'public_profile email' }),
    async identify(answer, secrets) {
      const client = connectFacebook(context);
      const tokens = await exchangeCode(client, answer, { redirectUri, secrets, openId: false });
      return readPerson(context, client, tokens.access_token);
    },
  };
}

/** Rejects tokens of other apps, with which those apps could sign in here as their users. */
export async function identifyFacebookToken(context: ProviderContext, accessToken: string): Promise<Person> {
  const { FACEBOOK_APP_ID = '', FACEBOOK_APP_SECRET = '', FACEBOOK_GRAPH_URL } = context.config;
  const client = connectFacebook(context);
  const url = new URL(`${FACEBOOK_GRAPH_URL}/debug_token`);
  url.searchParams.set('input_token', accessToken);
  const { data } = await readResource(client, `${FACEBOOK_APP_ID}|${FACEBOOK_APP_SECRET}`, url);
  const facts = (data ?? {}) as Record<string, unknown>;
  if (facts.is_valid !== true || String(facts.app_id) !== FACEBOOK_APP_ID) {
    throw new ProviderRefusal('not a token of this app');
  }
  const person = await readPerson(context, client, accessToken);
  if (person.subject !== String(facts.user_id)) throw new ProviderRefusal('a token of somebody else');
  return person;
}

async function readPerson(
  { config }: ProviderContext,
  client: Configuration,
  accessToken: string,
): Promise<Person> {
  const url = new URL(`${config.FACEBOOK_GRAPH_URL}/me`);
  url.searchParams.set('fields', 'id,name,email');
  // Proves that the call comes from the app's server (Graph API, "appsecret_proof").
  const proof = createHmac('sha256', config.FACEBOOK_APP_SECRET ?? '')
    .update(accessToken)
    .digest('hex');
  url.searchParams.set('appsecret_proof', proof);
  const { id, name, email } = await readResource(client, accessToken, url);
  return personOf({ subject: id, email, displayName: name });
}
