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
  auth_token: Type.String({ description: '256 random bits, 7 days' }),
  user: OwnUser,
  user_settings: UserSettings,
});

const ProviderParams = Type.Object({ provider: OneOf(PROVIDERS) });
const Token = (description: string) => Type.String({ minLength: 1, maxLength: 8192, description });
const Elsewhere = Type.String({ description: 'the Location header; there is no body' });

/** What an app says of a person who may be new: applied only when the call makes the account. */
const NewHere = {
  subscribe_to_emails: Type.Optional(Type.Boolean()),
};

const APP_REFUSALS = [401, 404, 409, 423] as const;
/** An app's person without an account gets 409 `social_account_needed`, one with a second factor 401 `second_factor_needed`. */
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
    summary: 'Go to Facebook, Twitter, Google or Apple',
    description:
      'For the address bar, not for scripts. `signing` signs in or up; `connecting` adds the provider to the signed-in account, needs a sign-in or a proof of the last 15 minutes when it begins and when it ends, and its owner is mailed. A failure leads back to a page with `error_notice`.',
    access: 'anyone',
    params: ProviderParams,
    query: Type.Object({
      social_action: Type.Optional(Type.String({ description: 'signing (default) or connecting' })),
      back: Type.Optional(Type.String({ description: 'path of this site to return to afterwards' })),
      locale: Type.Optional(
        Type.String({ description: `language of the page that led here: ${LOCALES.join(' or ')}` }),
      ),
    }),
    replies: { 302: Elsewhere },
  },
  'GET /auth/:provider/callback': {
    tag: 'Social sign-in',
    summary: "The provider's answer",
    access: 'anyone',
    params: ProviderParams,
    replies: { 302: Elsewhere },
  },
  'POST /auth/:provider/callback': {
    tag: 'Social sign-in',
    summary: "The provider's answer as a form post of its own page (Apple)",
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
      'A browser is recognised by its cookie, an app by the `code` it was given. Nothing is stored about anybody under 13; from 13 to 17 a guardian must consent.',
    access: 'anyone',
    body: Type.Object({
      code: Type.Optional(Token('code that an app received with 409 `social_account_needed`')),
      date_of_birth: RequiredText(10, 'YYYY-MM-DD'),
      display_name: Type.Optional(NameText(60, 'name that others see; default: the one the provider gave')),
      email: Type.Optional(EmailText(254, 'needed when the provider has not confirmed one')),
      guardian_consent: Type.Optional(Type.Boolean({ default: false })),
      language: Type.Optional(OneOf(LOCALES, 'interface language; default: that of the request')),
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
    body: Type.Object({ access_token: Token('of this product’s Facebook app'), ...NewHere }),
    replies: { 200: SignedIn },
    refusals: APP_REFUSALS,
    members: NEWCOMER,
  },
  'POST /auth/google/nonce': {
    tag: 'Social sign-in',
    summary: 'Begin a sign-in with the Google SDK',
    description: 'Once, for 15 minutes. Give the `nonce` to the SDK, and the `state` to POST /auth/google.',
    access: 'anyone',
    replies: { 200: Type.Object({ nonce: Type.String(), state: Type.String() }) },
    refusals: [404],
  },
  'POST /auth/google': {
    tag: 'Social sign-in',
    summary: 'Sign in with an ID token of the Google SDK',
    access: 'anyone',
    body: Type.Object({
      id_token: Token('issued to this product’s Google client, with the `nonce` of POST /auth/google/nonce'),
      state: Token('of POST /auth/google/nonce'),
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
      code: Token('authorization code, used once'),
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
          description: 'compare it with the one that comes back, and send it with the code',
        }),
      }),
    },
    refusals: [404],
  },
  'POST /auth/verify_twitter_token': {
    tag: 'Social sign-in',
    summary: 'End a sign-in with Twitter from an app',
    access: 'anyone',
    body: Type.Object({
      state: Token('of get_twitter_token'),
      code: Token('code that Twitter gave'),
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
            can_disconnect: Type.Boolean({ description: 'false for the last way into the account' }),
          }),
        ),
      }),
    },
  },
  'DELETE /connected_apps/:provider': {
    tag: 'Social sign-in',
    summary: 'Disconnect a provider',
    description:
      'Needs a sign-in or a proof (POST /auth/fresh) of the last 15 minutes, else 409 `prove_again`. The owner is mailed.',
    access: 'user',
    fresh: 'reader',
    params: ProviderParams,
    replies: { 204: null },
    refusals: [409, 422],
    form: {},
  },
});
