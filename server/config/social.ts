/** A provider without keys is not offered. Addresses are settings, so that tests can replace them. */
import Type from 'typebox';

const Key = (description: string) => Type.Optional(Type.String({ minLength: 1, description }));
const Address = (fallback: string, description: string) =>
  Type.String({ default: fallback, pattern: '^https?://.+', description });

export const socialVariables = {
  GOOGLE_CLIENT_ID: Key('client of the Google sign-in'),
  GOOGLE_CLIENT_SECRET: Key('secret of the Google sign-in'),
  GOOGLE_ISSUER: Address('https://accounts.google.com', 'OpenID issuer of the Google sign-in'),
  APPLE_CLIENT_ID: Key('services id of the Apple sign-in'),
  APPLE_TEAM_ID: Key('team that signs for Apple'),
  APPLE_KEY_ID: Key('key that signs for Apple'),
  APPLE_PRIVATE_KEY: Key('PKCS #8 key in PEM that signs for Apple'),
  APPLE_ISSUER: Address('https://appleid.apple.com', 'OpenID issuer of the Apple sign-in'),
  FACEBOOK_APP_ID: Key('app of the Facebook sign-in'),
  FACEBOOK_APP_SECRET: Key('secret of the Facebook sign-in'),
  FACEBOOK_AUTHORIZE_URL: Address(
    'https://www.facebook.com/v10.0/dialog/oauth',
    'where Facebook asks the user',
  ),
  FACEBOOK_GRAPH_URL: Address('https://graph.facebook.com/v10.0', 'Graph API of Facebook'),
  FACEBOOK_SCRIPT_URL: Address('https://connect.facebook.net/en_US/sdk.js', 'login script of Facebook'),
  TWITTER_CLIENT_ID: Key('client of the Twitter sign-in'),
  TWITTER_CLIENT_SECRET: Key('secret of the Twitter sign-in'),
  TWITTER_AUTHORIZE_URL: Address('https://twitter.com/i/oauth2/authorize', 'where Twitter asks the user'),
  TWITTER_API_URL: Address('https://api.twitter.com/2', 'API of Twitter'),
};
