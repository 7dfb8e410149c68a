import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { Id, IdParams, Message, Moment, Nullable } from '../../../lib/schemas.ts';
import { OwnUser, UserSettings } from '../accounts/contract.ts';
import { NAME_MAX_LENGTH, PASSKEYS_MAX_COUNT, RECOVERY_CODES } from './rules.ts';

const Text = (most: number, description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: most, description }));

/** JSON as WebAuthn defines it (`PublicKeyCredential.toJSON`); its form is the browser's business. */
const Credential = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });

const Ticket = Text(100, 'of 401 `second_factor_needed`; a browser has it as a cookie');

const Answer = {
  code: Text(20, 'six digits of the app; each counts once'),
  recovery_code: Text(40, 'one of the recovery codes; each counts once'),
  passkey: Type.Optional(Credential('what a passkey has signed, from `navigator.credentials.get`')),
};

const RecoveryCodes = Type.Array(Type.String(), {
  description: `${RECOVERY_CODES} codes, shown this once`,
});

const FRESH = 'Needs a sign-in or a proof (POST /auth/fresh) of the last 15 minutes, else 409 `prove_again`.';

export const factorsContract = defineContract({
  'POST /auth/second_factor/options': {
    tag: 'Second factor',
    summary: 'Begin to answer a sign-in with a passkey',
    access: 'anyone',
    body: Type.Object({ ticket: Ticket }),
    replies: { 200: Type.Object({ options: Credential('for `navigator.credentials.get`') }) },
    refusals: [401, 429],
  },
  'POST /auth/second_factor': {
    tag: 'Second factor',
    summary: 'Answer the second factor of a sign-in',
    description:
      'One of `code`, `recovery_code` and `passkey`. A ticket holds for 10 minutes and five answers, then 401 `ticket_expired`: sign in again. Sets the cookies on the web origin.',
    access: 'anyone',
    body: Type.Object({
      ticket: Ticket,
      ...Answer,
      remember: Type.Optional(
        Type.Boolean({ default: false, description: 'do not ask in this browser for 30 days' }),
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
    summary: 'Begin to prove with a passkey who one is',
    access: 'user',
    replies: { 200: Type.Object({ options: Credential('for `navigator.credentials.get`') }) },
    refusals: [429],
  },
  'POST /auth/fresh': {
    tag: 'Second factor',
    summary: 'Prove once more who one is',
    description:
      'The password and, when a second factor is on, its answer; a passkey alone is both. What asks for a fresh sign-in is open for 15 minutes then. Who has neither password nor factor gets 409 `sign_in_again`.',
    access: 'user',
    body: Type.Object({ password: Text(1000, 'password of the account'), ...Answer }),
    replies: { 200: Type.Object({ message: Type.String(), fresh_until: Moment }) },
    refusals: [409, 429],
    form: {},
  },
  'GET /user/second_factor': {
    tag: 'Second factor',
    summary: "The user's second factors",
    access: 'user',
    replies: {
      200: Type.Object({
        on: Type.Boolean({ description: 'signing in asks for one' }),
        app: Nullable(Type.Object({ confirmed_at: Moment }, { description: 'the app that shows codes' })),
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
    summary: 'Begin to set up an app that shows codes',
    description: `A secret in place of one that was never confirmed. ${FRESH}`,
    access: 'user',
    fresh: 'reader',
    replies: {
      201: Type.Object({
        secret: Type.String({ description: 'base32' }),
        uri: Type.String({ description: 'otpauth://, for a QR code' }),
      }),
    },
    refusals: [409, 429],
    form: {},
  },
  'PUT /user/second_factor/app': {
    tag: 'Second factor',
    summary: 'Confirm the app by a first code',
    description: `A first factor comes with recovery codes. ${FRESH}`,
    access: 'user',
    fresh: 'reader',
    body: Type.Object({ code: Type.String({ minLength: 1, maxLength: 20, description: 'six digits' }) }),
    replies: { 200: Type.Object({ message: Type.String(), recovery_codes: Nullable(RecoveryCodes) }) },
    refusals: [409, 429],
    form: {},
  },
  'DELETE /user/second_factor/app': {
    tag: 'Second factor',
    summary: 'Remove the app',
    description: `With the last factor signing in asks for none, and the recovery codes go. ${FRESH}`,
    access: 'user',
    fresh: 'reader',
    replies: { 204: null },
    refusals: [404, 409],
    form: {},
  },
  'POST /user/second_factor/passkeys/options': {
    tag: 'Second factor',
    summary: 'Begin to add a passkey',
    description: `At most ${PASSKEYS_MAX_COUNT}. ${FRESH}`,
    access: 'user',
    fresh: 'reader',
    replies: { 200: Type.Object({ options: Credential('for `navigator.credentials.create`') }) },
    refusals: [409, 422, 429],
  },
  'POST /user/second_factor/passkeys': {
    tag: 'Second factor',
    summary: 'Add a passkey',
    description: `A first factor comes with recovery codes. ${FRESH}`,
    access: 'user',
    fresh: 'reader',
    body: Type.Object({
      name: Type.String({
        minLength: 1,
        maxLength: 200,
        description: `as its owner calls it; at most ${NAME_MAX_LENGTH} characters are kept`,
      }),
      passkey: Credential('what `navigator.credentials.create` has made'),
    }),
    replies: {
      201: Type.Object({ id: Id, message: Type.String(), recovery_codes: Nullable(RecoveryCodes) }),
    },
    refusals: [409, 429],
  },
  'DELETE /user/second_factor/passkeys/:id': {
    tag: 'Second factor',
    summary: 'Remove a passkey',
    description: `With the last factor signing in asks for none, and the recovery codes go. ${FRESH}`,
    access: 'user',
    fresh: 'reader',
    params: IdParams,
    replies: { 204: null },
    refusals: [409],
    form: {},
  },
  'POST /user/second_factor/recovery_codes': {
    tag: 'Second factor',
    summary: 'Make new recovery codes',
    description: `The old ones are void. ${FRESH}`,
    access: 'user',
    fresh: 'reader',
    replies: { 201: Type.Object({ message: Type.String(), recovery_codes: RecoveryCodes }) },
    refusals: [409, 429],
    form: {},
  },
  'DELETE /user/second_factor/recovery_codes/shown': {
    tag: 'Second factor',
    summary: 'Say that the shown codes are kept',
    description: 'The browser that was shown them forgets them.',
    access: 'user',
    replies: { 204: null },
    form: {},
  },
  'POST /security_notices': {
    tag: 'Second factor',
    summary: 'Say whether it was you',
    description:
      'By the token of the mailed link: 7 days, once, afterwards 422 `link_expired`. When it was not, every session ends, factors that were added since are removed, and `reset_token` sets a new password (POST /user/reset_passwords).',
    access: 'anyone',
    body: Type.Object({
      token: Type.String({ minLength: 1, maxLength: 100, description: 'from the mailed link' }),
      mine: Type.Boolean(),
    }),
    replies: {
      200: Type.Object({
        message: Type.String(),
        reset_token: Nullable(Type.String({ description: 'one hour; null when it was you' })),
      }),
    },
    refusals: [422, 429],
    form: {},
  },
  'DELETE /user/second_factor': {
    tag: 'Second factor',
    summary: 'Switch the second factor off',
    description: `Removes the app, all passkeys and the recovery codes. ${FRESH}`,
    access: 'user',
    fresh: 'reader',
    replies: { 200: Message },
    refusals: [409],
    form: {},
  },
});
