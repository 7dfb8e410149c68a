import Type from 'typebox';
import { defineContract } from '../../lib/contract.ts';
import { LOCALES } from '../../lib/locale.ts';
import { OneOf, RequiredText } from '../../lib/schemas.ts';
import { OwnUser, UserSettings } from '../accounts/contract.ts';

const SignedIn = {
  auth_token: Type.String({ description: '256 random bits, 7 days' }),
  user: OwnUser,
  user_settings: UserSettings,
};

export const sessionsContract = defineContract({
  'POST /users': {
    tag: 'Accounts',
    summary: 'Sign up',
    description:
      'Under 13 nothing is stored; from 13 to 17 a guardian must consent. Sets the cookies on the web origin.',
    access: 'anyone',
    body: Type.Object({
      email: RequiredText(254, 'address, unique regardless of case'),
      password: Type.String({
        minLength: 1,
        maxLength: 1000,
        description: '10 to 128 characters of any kind',
      }),
      display_name: RequiredText(60, 'name that others see'),
      date_of_birth: RequiredText(10, 'YYYY-MM-DD'),
      guardian_consent: Type.Optional(Type.Boolean({ default: false })),
      language: Type.Optional(OneOf(LOCALES, 'interface language; default: that of the request')),
      notifications: Type.Optional(Type.Object({ subscribe_to_emails: Type.Optional(Type.Boolean()) })),
    }),
    replies: { 201: Type.Object({ ...SignedIn, message: Type.String() }) },
    form: { success: () => '/creator/stories', failure: '/sign_up', notice: 'account_created' },
  },
  'POST /auth/mail': {
    tag: 'Accounts',
    summary: 'Sign in with e-mail and password',
    access: 'anyone',
    body: Type.Object({
      email: RequiredText(1000, 'address'),
      password: Type.String({ minLength: 1, maxLength: 1000 }),
    }),
    replies: { 200: Type.Object(SignedIn) },
    refusals: [401, 423, 429],
    form: { success: () => '/creator/stories', failure: '/sign_in' },
  },
  'DELETE /auth/session': {
    tag: 'Accounts',
    summary: 'Sign out',
    access: 'user',
    replies: { 204: null },
    form: { success: () => '/', failure: '/', notice: 'signed_out' },
  },
});
