import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { LOCALES } from '../../../lib/locale.ts';
import { EmailText, Id, Message, NameText, Nullable, OneOf, RequiredText } from '../../../lib/schemas.ts';
import { STORY_LANGUAGES } from '../../publishing/stories/rules.ts';
import { BIO_MAX_LENGTH } from './rules.ts';

const Url = Nullable(Type.String({ description: 'address on the web origin' }));

const ShortUser = {
  id: Id,
  slug: Type.String(),
  display_name: Type.String(),
  mini_thumbnail_url: Url,
  notification_count: Type.Integer({ description: 'number of unread notifications' }),
  wallet_coins: Type.Integer({ description: 'balance of the wallet' }),
  publisher: Type.Boolean(),
  founder: Type.Boolean(),
  administrator: Type.Boolean(),
  email_confirmed: Type.Boolean(),
};

/** Fields that only the user sees. Other people see only what stories and searches list. */
export const OwnUser = Type.Object({
  ...ShortUser,
  email: Type.String(),
  name: Nullable(Type.String()),
  website: Nullable(Type.String()),
  bio: Nullable(Type.String({ description: 'plain text; blank lines separate paragraphs' })),
  thumbnail_url: Url,
  picture: Url,
  date_of_birth: Type.String({ description: 'YYYY-MM-DD' }),
  timezone: Type.String({ description: 'IANA time zone' }),
  language: OneOf(LOCALES),
  pending_email: Nullable(
    Type.String({ description: 'new address, not yet confirmed; `email` stays valid until then' }),
  ),
  has_password: Type.Boolean({ description: 'false while social sign-in is the only way to sign in' }),
  preferred_languages: Type.Array(Type.String(), {
    description: 'ISO 639-1 codes for new stories, in order of preference',
  }),
});

const Languages = Type.Object({
  languages: Type.Array(OneOf(STORY_LANGUAGES), {
    maxItems: 20,
    uniqueItems: true,
    description: 'ISO 639-1 codes, in order of preference',
  }),
});

export const UserSettings = Type.Object({
  notifications: Type.Object({
    subscribe_to_emails: Type.Boolean(),
    new_comments: Type.Boolean(),
    new_episodes: Type.Boolean(),
    new_subscriber: Type.Boolean(),
    replies: Type.Boolean(),
  }),
});

export const accountsContract = defineContract({
  'GET /user/account': {
    tag: 'Accounts',
    summary: 'Get the signed-in user and their settings',
    access: 'user',
    replies: { 200: Type.Object({ user: Type.Object(ShortUser), user_settings: UserSettings }) },
  },
  'GET /auth/my_profile': {
    tag: 'Accounts',
    summary: 'Get all fields of the signed-in user',
    access: 'user',
    replies: { 200: Type.Object({ user: OwnUser }) },
  },
  'GET /user/profile': {
    tag: 'Accounts',
    summary: "Get the user's profile for editing",
    access: 'user',
    replies: { 200: Type.Object({ user: OwnUser }) },
  },
  'PUT /user/profile': {
    tag: 'Accounts',
    summary: "Change the user's profile",
    description:
      'Changes only the given fields. An empty name, website or bio clears that field. `picture_media_id: null` removes the picture. A new address requires the current password. Accounts without a password must have signed in within the last 10 minutes, else 409 `sign_in_again`. The new address receives a link and replaces the old address once it is confirmed.',
    access: 'user',
    body: Type.Object({
      display_name: Type.Optional(NameText(60, 'name that others see')),
      name: Type.Optional(Nullable(Type.String({ maxLength: 120, description: 'real name, not shown' }))),
      website: Type.Optional(Nullable(Type.String({ maxLength: 300, description: 'http or https address' }))),
      bio: Type.Optional(
        Nullable(
          Type.String({
            maxLength: 2 * BIO_MAX_LENGTH,
            description: `text about the user for readers: plain text of at most ${BIO_MAX_LENGTH} characters`,
          }),
        ),
      ),
      email: Type.Optional(EmailText(254, 'e-mail address, unique regardless of case')),
      current_password: Type.Optional(
        Type.String({ maxLength: 1000, description: 'required for a new `email` if a password is set' }),
      ),
      date_of_birth: Type.Optional(RequiredText(10, 'YYYY-MM-DD')),
      guardian_consent: Type.Optional(
        Type.Boolean({ description: 'required from 13 to 17; stays once given' }),
      ),
      timezone: Type.Optional(RequiredText(60, 'IANA time zone from GET /timezones')),
      language: Type.Optional(OneOf(LOCALES, 'language of the interface and of mails')),
      picture_media_id: Type.Optional(
        Nullable({ ...Id, description: "the user's own picture, uploaded for `profile` and ready" }),
      ),
      preferred_languages: Type.Optional(Languages.properties.languages),
    }),
    replies: { 200: Type.Object({ user: OwnUser, message: Type.String() }) },
    refusals: [409, 429],
    form: { empty: ['name', 'website', 'bio', 'display_name', 'email'] },
  },
  'PUT /user/settings': {
    tag: 'Accounts',
    summary: 'Change which notifications the user gets',
    access: 'user',
    body: Type.Object({ notifications: Type.Partial(UserSettings.properties.notifications) }),
    replies: { 200: Type.Object({ user_settings: UserSettings, message: Type.String() }) },
    form: {},
  },
  'POST /user/confirm_email': {
    tag: 'Accounts',
    summary: 'Confirm an e-mail address with the token from the mail',
    description: 'A token is valid once, for 48 hours. Afterwards, the call returns 422 `link_expired`.',
    access: 'anyone',
    body: Type.Object({ token: RequiredText(100, 'token from the mailed link') }),
    replies: { 200: Type.Object({ message: Type.String(), signed_in: Type.Boolean() }) },
    refusals: [422, 429],
    form: {},
  },
  'POST /user/confirm_email/resend': {
    tag: 'Accounts',
    summary: 'Send the confirmation link again',
    description:
      'The mail goes to the new address if it waits for confirmation, else to the current address. A user gets at most 5 mails per hour.',
    access: 'user',
    replies: { 200: Message },
    refusals: [409, 429],
    form: {},
  },
  'GET /timezones': {
    tag: 'Accounts',
    summary: 'List time zones, from west to east',
    access: 'anyone',
    replies: {
      200: Type.Object({
        timezones: Type.Array(
          Type.Object({
            offset: Type.String({ description: 'present offset from UTC, such as +05:30' }),
            label: Type.String({ description: 'name in the language of the request' }),
            zone_name: Type.String({ description: 'IANA name' }),
          }),
        ),
      }),
    },
  },
  'GET /creator/content_languages': {
    tag: 'Accounts',
    summary: 'List the languages in which stories are written',
    access: 'anyone',
    replies: {
      200: Type.Object({
        languages: Type.Array(
          Type.Object({ code: Type.String({ description: 'ISO 639-1' }), label: Type.String() }),
        ),
      }),
    },
  },
  'GET /creator/content_languages/preferred': {
    tag: 'Accounts',
    summary: "List the user's preferred languages for new stories, in order",
    access: 'user',
    replies: { 200: Languages },
  },
  'PUT /creator/content_languages/preferred': {
    tag: 'Accounts',
    summary: "Set the user's preferred languages, in order",
    access: 'user',
    body: Languages,
    replies: { 200: Languages },
    form: { empty: ['languages'] },
  },
});
