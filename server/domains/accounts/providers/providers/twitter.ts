/**
 * Twitter: OAuth 2 with PKCE, and its API
 * (https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code). It sends no e-mail.
 */
import type { ClientAuth, Configuration } from 'openid-client';
import {
  authorizeUrl,
  connect,
  exchangeCode,
  type ProviderContext,
  personOf,
  readResource,
  type SocialProvider,
} from './provider.ts';

function connectTwitter({ config }: ProviderContext): Configuration {
  const { TWITTER_CLIENT_ID = '', TWITTER_CLIENT_SECRET = '', TWITTER_AUTHORIZE_URL } = config;
  const server = {
    issuer: new URL(TWITTER_AUTHORIZE_URL).origin,
    authorization_endpoint: TWITTER_AUTHORIZE_URL,
    token_endpoint: `${config.TWITTER_API_URL}/oauth2/token`,
    code_challenge_methods_supported: ['S256'],
  };
  // Twitter expects this plain form. The library would escape even hyphens, which are frequent in Twitter's secrets.
  const credentials = Buffer.from(`${TWITTER_CLIENT_ID}:${TWITTER_CLIENT_SECRET}`).toString('base64');
  const auth: ClientAuth = (_server, _client, _body, headers) => {
    headers.set('authorization', `Basic ${credentials}`);
  };
  return connect(server, TWITTER_CLIENT_ID, auth);
}

export function twitter(context: ProviderContext): SocialProvider {
  const { redirectUri, config } = context;
  return {
    // Twitter requires both scopes to reveal who the user is.
    authorizeUrl: (secrets) =>
      authorizeUrl(connectTwitter(context), secrets, { redirectUri, scope: 'users.read tweet.read' }),
    async identify(answer, secrets) {
      const client = connectTwitter(context);
      const tokens = await exchangeCode(client, answer, { redirectUri, secrets, openId: false });
      const { data } = await readResource(
        client,
        tokens.access_token,
        new URL(`${config.TWITTER_API_URL}/users/me`),
      );
      const user = (data ?? {}) as Record<string, unknown>;
      return personOf({ subject: user.id, displayName: user.name });
    },
  };
}
