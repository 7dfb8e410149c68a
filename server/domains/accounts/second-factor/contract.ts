import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { Id, IdParams, Message, Moment, Nullable } from '../../../lib/schemas.ts';
import { OwnUser, UserSettings } from '../accounts/contract.ts';
import { NAME_MAX_LENGTH, PASSKEYS_MAX_COUNT, RECOVERY_CODES } from './rules.ts';

const Text = (most: number, description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: most, description }));

/** WebAuthn JSON (`PublicKeyCredential.toJSON`). The browser defines its form. */
const Credential = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });

const Ticket = Text(100, 'ticket from 401 `second_factor_needed`; browsers have it in a cookie');

const Answer = {
  code: Text(20, 'six digits from the app; each code is valid once'),
  recovery_code: Text(40, 'recovery code; each code is valid once'),
  passkey: Type.Optional(Credential('signed answer of a passkey, from `navigator.credentials.get`')),
};

const RecoveryCodes = Type.Array(Type.String(), {
  description: `${RECOVERY_CODES} codes, shown only once`,
});

const FRESH =
  'Requires a sign-in or a proof of identity (POST /auth/fresh) within the last 15 minutes. Otherwise returns 409 `prove_again`.';

export const factorsContract = defineContract({
  'POST /auth/second_factor/options': {
    tag: 'Second factor',
    summary: 'Begin answering a sign-in with a passkey',
    access: 'anyone',
    body: Type.Object({ ticket: Ticket }),
    replies: { 200: Type.Object({ options: Credential('options for `navigator.credentials.get`') }) },
    refusals: [401, 429],
  },
  'POST /auth/second_factor': {
    tag: 'Second factor',
    summary: 'Answer the second factor of a sign-in',
    description:
      'The answer is one of `code`, `recovery_code` and `passkey`. A ticket is valid for 10 minutes and five answers. Afterwards, the call returns 401 `ticket_expired`, and the user must sign in again. Sets the cookies on the web origin.',
    access: 'anyone',
    body: Type.Object({
      ticket: Ticket,
      ...Answer,
      remember: Type.Optional(
        Type.Boolean({ default: false, description: 'skip the second factor in this browser for 30 days' }),
      ),
    }),
    replies: {
      200: Type.Object({
        auth_token: Type.String({ description: '256 random bits, 7 days' }),
        user: OwnUser,
        user_settings: UserSettings,
        message: Type.Optional(
          Type.String({
            description: 'present when this sign-in cancelled a requested deletion of the account',
          }),
        ),
      }),
    },
    refusals: [401, 423, 429],
    form: {},
  },
  'POST /auth/fresh/options': {
    tag: 'Second factor',
    summary: 'Begin a proof of identity with a passkey',
    access: 'user',
    replies: { 200: Type.Object({ options: Credential('options for `navigator.credentials.get`') }) },
    refusals: [429],
  },
  'POST /auth/fresh': {
    tag: 'Second factor',
    summary: "Prove the user's identity again",
    description:
      'The call requires the password and, when a second factor is on, its answer. A passkey alone replaces both. Calls that require a fresh sign-in then work for 15 minutes. Users with neither password nor second factor get 409 `sign_in_again`.',
    access: 'user',
    body: Type.Object({ password: Text(1000, 'password of the account'), ...Answer }),
    replies: { 200: Type.Object({ message: Type.String(), fresh_until: Moment }) },
    refusals: [409, 429],
    form: {},
  },
  'GET /user/second_factor': {
    tag: 'Second factor',
    summary: "Get the user's second factors",
    access: 'user',
    replies: {
      200: Type.Object({
        on: Type.Boolean({ description: 'signing in requires a second factor' }),
        app: Nullable(Type.Object({ confirmed_at: Moment }, { description: 'authenticator app' })),
        passkeys: Type.Array(
          Type.Object({
            id: Id,
            name: Type.String(),
            created_at: Moment,
            last_used_at: Nullable(Moment),
          }),
        ),
        recovery_codes_left: Type.Integer(),
      }),
    },
  },
  'POST /user/second_factor/app': {
    tag: 'Second factor',
    summary: 'Begin to set up an authenticator app',
    description: `Creates a secret and replaces one that was never confirmed. ${FRESH}`,
    access: 'user',
    fresh: 'reader',
    replies: {
      201: Type.Object({
        secret: Type.String({ description: 'base32' }),
        uri: Type.String({ description: 'otpauth:// address for a QR code' }),
      }),
    },
    refusals: [409, 429],
    form: {},
  },
  'PUT /user/second_factor/app': {
    tag: 'Second factor',
    summary: 'Confirm the authenticator app with a first code',
    description: `The first factor comes with recovery codes. ${FRESH}`,
    access: 'user',
    fresh: 'reader',
    body: Type.Object({ code: Type.String({ minLength: 1, maxLength: 20, description: 'six digits' }) }),
    replies: { 200: Type.Object({ message: Type.String(), recovery_codes: Nullable(RecoveryCodes) }) },
    refusals: [409, 429],
    form: {},
  },
  'DELETE /user/second_factor/app': {
    tag: 'Second factor',
    summary: 'Remove the authenticator app',
    description: `Removing the last factor turns off the second factor and deletes the recovery codes. ${FRESH}`,
    access: 'user',
    fresh: 'reader',
    replies: { 204: null },
    refusals: [404, 409],
    form: {},
  },
  'POST /user/second_factor/passkeys/options': {
    tag: 'Second factor',
    summary: 'Begin to add a passkey',
    description: `An account can have at most ${PASSKEYS_MAX_COUNT} passkeys. ${FRESH}`,
    access: 'user',
    fresh: 'reader',
    replies: { 200: Type.Object({ options: Credential('options for `navigator.credentials.create`') }) },
    refusals: [409, 422, 429],
  },
  'POST /user/second_factor/passkeys': {
    tag: 'Second factor',
    summary: 'Add a passkey',
    description: `The first factor comes with recovery codes. ${FRESH}`,
    access: 'user',
    fresh: 'reader',
    body: Type.Object({
      name: Type.String({
        minLength: 1,
        maxLength: 200,
        description: `name that the owner chooses, cut to ${NAME_MAX_LENGTH} characters`,
      }),
      passkey: Credential('result of `navigator.credentials.create`'),
    }),
    replies: {
      201: Type.Object({ id: Id, message: Type.String(), recovery_codes: Nullable(RecoveryCodes) }),
    },
    refusals: [409, 429],
  },
  'DELETE /user/second_factor/passkeys/:id': {
    tag: 'Second factor',
    summary: 'Remove a passkey',
    description: `Removing the last factor turns off the second factor and deletes the recovery codes. ${FRESH}`,
    access: 'user',
    fresh: 'reader',
    params: IdParams,
    replies: { 204: null },
    refusals: [409],
    form: {},
  },
  'POST /user/second_factor/recovery_codes': {
    tag: 'Second factor',
    summary: 'Create new recovery codes',
    description: `The old codes are no longer valid. ${FRESH}`,
    access: 'user',
    fresh: 'reader',
    replies: { 201: Type.Object({ message: Type.String(), recovery_codes: RecoveryCodes }) },
    refusals: [409, 429],
    form: {},
  },
  'DELETE /user/second_factor/recovery_codes/shown': {
    tag: 'Second factor',
    summary: 'Confirm that the user has saved the shown codes',
    description: 'Deletes the codes from the browser that showed them.',
    access: 'user',
    replies: { 204: null },
    form: {},
  },
  'POST /security_notices': {
    tag: 'Second factor',
    summary: 'Answer a security notice',
    description:
      'The field `mine` says whether it was the user. The token of the mailed link is valid once, for 7 days. Afterwards, the call returns 422 `link_expired`. If `mine` is false, the call ends every session and removes factors added since. The `reset_token` then sets a new password (POST /user/reset_passwords).',
    access: 'anyone',
    body: Type.Object({
      token: Type.String({ minLength: 1, maxLength: 100, description: 'token from the mailed link' }),
      mine: Type.Boolean(),
    }),
    replies: {
      200: Type.Object({
        message: Type.String(),
        reset_token: Nullable(Type.String({ description: 'valid for one hour; null when `mine` is true' })),
      }),
    },
    refusals: [422, 429],
    form: {},
  },
  'DELETE /user/second_factor': {
    tag: 'Second factor',
    summary: 'Turn off the second factor',
    description: `Removes the app, all passkeys and the recovery codes. ${FRESH}`,
    access: 'user',
    fresh: 'reader',
    replies: { 200: Message },
    refusals: [409],
    form: {},
  },
});
