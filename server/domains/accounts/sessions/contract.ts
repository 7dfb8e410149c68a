import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { LOCALES } from '../../../lib/locale.ts';
import {
  DeviceZone,
  EmailText,
  Id,
  IdParams,
  Message,
  Moment,
  NameText,
  Nullable,
  OneOf,
  RequiredText,
} from '../../../lib/schemas.ts';
import { OwnUser, UserSettings } from '../accounts/contract.ts';
import { PROVIDERS } from '../providers/rules.ts';

const SignedIn = {
  auth_token: Type.String({ description: '256 random bits, valid for 7 days' }),
  user: OwnUser,
  user_settings: UserSettings,
};

/** 401 `second_factor_needed`: the password or provider was right. POST /auth/second_factor completes the sign-in. */
export const TICKET = {
  401: {
    ticket: Type.Optional(
      Type.String({ description: 'only with `second_factor_needed`; valid for 10 minutes' }),
    ),
  },
};

const NewPassword = {
  password: Type.String({ minLength: 1, maxLength: 1000, description: '10 to 128 characters of any kind' }),
  password_confirmation: Type.String({
    maxLength: 1000,
    description: 'same as `password`, else 422 `passwords_differ`',
  }),
};

export const sessionsContract = defineContract({
  'POST /users': {
    tag: 'Accounts',
    summary: 'Sign up',
    description:
      'The service stores nothing about people under 13. People from 13 to 17 need the consent of a guardian. Sets the cookies on the web origin.',
    access: 'anyone',
    body: Type.Object({
      email: EmailText(254, 'e-mail address, unique regardless of case'),
      password: Type.String({
        minLength: 1,
        maxLength: 1000,
        description: '10 to 128 characters of any kind',
      }),
      display_name: NameText(60, 'name that others see'),
      date_of_birth: RequiredText(10, 'YYYY-MM-DD'),
      guardian_consent: Type.Optional(Type.Boolean({ default: false })),
      language: Type.Optional(OneOf(LOCALES, 'interface language; default: the language of the request')),
      timezone: DeviceZone,
      notifications: Type.Optional(Type.Object({ subscribe_to_emails: Type.Optional(Type.Boolean()) })),
    }),
    replies: { 201: Type.Object({ ...SignedIn, message: Type.String() }) },
    refusals: [429],
    form: {},
  },
  'POST /auth/mail': {
    tag: 'Accounts',
    summary: 'Sign in with e-mail and password',
    description:
      'Accounts with a second factor get 401 `second_factor_needed` with a `ticket` for POST /auth/second_factor.',
    access: 'anyone',
    body: Type.Object({
      email: EmailText(1000, 'e-mail address'),
      password: Type.String({ minLength: 1, maxLength: 1000 }),
    }),
    replies: {
      200: Type.Object({
        ...SignedIn,
        message: Type.Optional(
          Type.String({
            description: 'present when this sign-in cancelled a requested deletion of the account',
          }),
        ),
      }),
    },
    refusals: [401, 423, 429],
    members: TICKET,
    form: {},
  },
  'DELETE /auth/session': {
    tag: 'Accounts',
    summary: 'Sign out',
    access: 'user',
    replies: { 204: null },
    form: {},
  },
  'GET /auth/sessions': {
    tag: 'Accounts',
    summary: "List the user's sessions, most recently used first",
    access: 'user',
    replies: {
      200: Type.Object({
        sessions: Type.Array(
          Type.Object({
            id: Id,
            created_at: Moment,
            last_used_at: Moment,
            user_agent: Type.String(),
            browser: Nullable(
              Type.String({ description: 'browser family, such as Firefox; null when unknown' }),
            ),
            system: Nullable(
              Type.String({ description: 'operating system, such as Android; null when unknown' }),
            ),
            current: Type.Boolean({ description: 'true for the session of this request' }),
          }),
        ),
      }),
    },
  },
  'DELETE /auth/sessions/:id': {
    tag: 'Accounts',
    summary: "End one of the user's sessions",
    access: 'user',
    params: IdParams,
    replies: { 204: null },
    form: {},
  },
  'POST /forgotten_passwords': {
    tag: 'Accounts',
    summary: 'Request a link to set a new password',
    description: 'The answer is the same whether or not the address has an account.',
    access: 'anyone',
    body: Type.Object({
      email: EmailText(1000, 'e-mail address'),
      back: Type.Optional(
        Type.String({
          maxLength: 1000,
          description: 'path on this site to which the mailed link finally leads',
        }),
      ),
    }),
    replies: { 202: Message },
    refusals: [422, 429],
    form: {},
  },
  'POST /user/reset_passwords': {
    tag: 'Accounts',
    summary: 'Set a new password with the token from the mail',
    description:
      'A token is valid once, for one hour. Afterwards, the call returns 422 `link_expired`. Ends every session of the account and disconnects its providers.',
    access: 'anyone',
    body: Type.Object({ token: RequiredText(100, 'token from the mailed link'), ...NewPassword }),
    replies: {
      200: Type.Object({
        message: Type.String(),
        disconnected: Type.Array(OneOf(PROVIDERS), {
          description: 'providers that were connected until now',
        }),
      }),
    },
    refusals: [422, 429],
    form: {},
  },
  'PUT /user/passwords': {
    tag: 'Accounts',
    summary: 'Change the password',
    description:
      'Ends all other sessions. An account without a password needs no `current_password` within 10 minutes of signing in.',
    access: 'user',
    body: Type.Object({
      current_password: Type.Optional(Type.String({ maxLength: 1000 })),
      ...NewPassword,
    }),
    replies: { 200: Message },
    refusals: [409, 422, 429],
    form: {},
  },
});
