import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { LOCALES } from '../../../lib/locale.ts';
import {
  DeviceZone,
  EmailText,
  Moment,
  NameText,
  Nullable,
  OneOf,
  RequiredText,
} from '../../../lib/schemas.ts';
import { OwnUser, UserSettings } from '../accounts/contract.ts';
import { TICKET } from '../sessions/contract.ts';
import { PROVIDERS } from './rules.ts';

const SignedIn = Type.Object({
  auth_token: Type.String({ description: '256 random bits, valid for 7 days' }),
  user: OwnUser,
  user_settings: UserSettings,
});

const ProviderParams = Type.Object({ provider: OneOf(PROVIDERS) });
const Token = (description: string) => Type.String({ minLength: 1, maxLength: 8192, description });
const Elsewhere = Type.String({ description: 'target address in the Location header; the body is empty' });

/** Applies only when the call creates an account. */
const NewHere = {
  subscribe_to_emails: Type.Optional(Type.Boolean()),
};

const APP_REFUSALS = [401, 404, 409, 423] as const;
/** Apps get 409 `social_account_needed` without an account, and 401 `second_factor_needed` with a second factor. */
const NEWCOMER = {
  ...TICKET,
  409: {
    social_code: Type.Optional(Type.String({ description: 'the `code` for POST /auth/social_account' })),
    display_name: Type.Optional(Nullable(Type.String())),
    email: Type.Optional(Nullable(Type.String({ description: 'null unless the provider has confirmed it' }))),
  },
};

export const socialContract = defineContract({
  'GET /auth/:provider': {
    tag: 'Social sign-in',
    summary: 'Redirect to Facebook, Twitter, Google or Apple',
    description:
      'This call is for the address bar, not for scripts. The action `signing` signs the user in or up. The action `connecting` adds the provider to the signed-in account and notifies the owner by mail. It requires a sign-in or proof of identity within the last 15 minutes, at its start and end. Failures lead back to a page with `error_notice`.',
    access: 'anyone',
    params: ProviderParams,
    query: Type.Object({
      social_action: Type.Optional(Type.String({ description: 'signing (default) or connecting' })),
      back: Type.Optional(Type.String({ description: 'path on this site to return to afterwards' })),
      locale: Type.Optional(
        Type.String({ description: `language of the referring page: ${LOCALES.join(' or ')}` }),
      ),
    }),
    replies: { 302: Elsewhere },
  },
  'GET /auth/:provider/callback': {
    tag: 'Social sign-in',
    summary: "Receive the provider's answer",
    access: 'anyone',
    params: ProviderParams,
    replies: { 302: Elsewhere },
  },
  'POST /auth/:provider/callback': {
    tag: 'Social sign-in',
    summary: "Receive the provider's answer as a form post from its page (Apple)",
    description:
      'Redirects to the same address with GET, so that the browser sends its cookies. Changes nothing else.',
    access: 'anyone',
    crossSite: true,
    params: ProviderParams,
    replies: { 302: Elsewhere },
  },
  'POST /auth/social_account': {
    tag: 'Social sign-in',
    summary: 'Create an account after a social sign-in',
    description:
      'The cookie identifies a browser, and the `code` that it received identifies an app. The service stores nothing about people under 13. People from 13 to 17 need the consent of a guardian.',
    access: 'anyone',
    body: Type.Object({
      code: Type.Optional(Token('code that an app received with 409 `social_account_needed`')),
      date_of_birth: RequiredText(10, 'YYYY-MM-DD'),
      display_name: Type.Optional(NameText(60, 'name that others see; default: the name from the provider')),
      email: Type.Optional(EmailText(254, 'required when the provider has not confirmed an address')),
      guardian_consent: Type.Optional(Type.Boolean({ default: false })),
      language: Type.Optional(OneOf(LOCALES, 'interface language; default: the language of the request')),
      timezone: DeviceZone,
      notifications: Type.Optional(Type.Object({ subscribe_to_emails: Type.Optional(Type.Boolean()) })),
    }),
    replies: {
      201: Type.Object({ ...SignedIn.properties, message: Type.String() }),
    },
    refusals: [409],
    form: {},
  },
  'POST /auth/fb': {
    tag: 'Social sign-in',
    summary: 'Sign in with an access token of the Facebook SDK',
    access: 'anyone',
    body: Type.Object({ access_token: Token('token of this product’s Facebook app'), ...NewHere }),
    replies: { 200: SignedIn },
    refusals: APP_REFUSALS,
    members: NEWCOMER,
  },
  'POST /auth/google/nonce': {
    tag: 'Social sign-in',
    summary: 'Begin a sign-in with the Google SDK',
    description:
      'Both values are valid once, for 15 minutes. Pass the `nonce` to the SDK and the `state` to POST /auth/google.',
    access: 'anyone',
    replies: { 200: Type.Object({ nonce: Type.String(), state: Type.String() }) },
    refusals: [404],
  },
  'POST /auth/google': {
    tag: 'Social sign-in',
    summary: 'Sign in with an ID token of the Google SDK',
    access: 'anyone',
    body: Type.Object({
      id_token: Token(
        'issued to this product’s Google client, with the `nonce` from POST /auth/google/nonce',
      ),
      state: Token('state from POST /auth/google/nonce'),
      ...NewHere,
    }),
    replies: { 200: SignedIn },
    refusals: APP_REFUSALS,
    members: NEWCOMER,
  },
  'POST /auth/apple/data': {
    tag: 'Social sign-in',
    summary: 'Sign in with the authorization of the Apple SDK',
    access: 'anyone',
    body: Type.Object({
      id_token: Token('issued to this product’s services id'),
      code: Token('authorization code, valid once'),
      user: Type.Optional(
        Type.Object({
          name: Type.Optional(
            Type.Object({
              firstName: Type.Optional(Type.String({ maxLength: 200 })),
              lastName: Type.Optional(Type.String({ maxLength: 200 })),
            }),
          ),
        }),
      ),
      ...NewHere,
    }),
    replies: { 200: SignedIn },
    refusals: APP_REFUSALS,
    members: NEWCOMER,
  },
  'POST /auth/get_twitter_token': {
    tag: 'Social sign-in',
    summary: 'Begin a sign-in with Twitter from an app',
    access: 'anyone',
    replies: {
      200: Type.Object({
        authorize_url: Type.String({ description: 'address to open' }),
        state: Type.String({
          description: 'compare it with the state that Twitter returns, and send it with the code',
        }),
      }),
    },
    refusals: [404],
  },
  'POST /auth/verify_twitter_token': {
    tag: 'Social sign-in',
    summary: 'Complete a sign-in with Twitter from an app',
    access: 'anyone',
    body: Type.Object({
      state: Token('state from get_twitter_token'),
      code: Token('code from Twitter'),
      ...NewHere,
    }),
    replies: { 200: SignedIn },
    refusals: APP_REFUSALS,
    members: NEWCOMER,
  },
  'GET /connected_apps': {
    tag: 'Social sign-in',
    summary: 'List the providers and whether each is connected',
    access: 'user',
    replies: {
      200: Type.Object({
        connected_apps: Type.Array(
          Type.Object({
            provider: OneOf(PROVIDERS),
            label: Type.String(),
            connected: Type.Boolean(),
            connected_at: Nullable(Moment),
            can_disconnect: Type.Boolean({ description: 'false for the last way to sign in' }),
          }),
        ),
      }),
    },
  },
  'DELETE /connected_apps/:provider': {
    tag: 'Social sign-in',
    summary: 'Disconnect a provider',
    description:
      'Requires a sign-in or a proof of identity (POST /auth/fresh) within the last 15 minutes. Otherwise returns 409 `prove_again`. Notifies the owner by mail.',
    access: 'user',
    fresh: 'reader',
    params: ProviderParams,
    replies: { 204: null },
    refusals: [409, 422],
    form: {},
  },
});
