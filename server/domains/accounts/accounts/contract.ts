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
  notification_count: Type.Integer({ description: 'unread ones' }),
  wallet_coins: Type.Integer({ description: 'balance of the wallet' }),
  publisher: Type.Boolean(),
  founder: Type.Boolean(),
  administrator: Type.Boolean(),
  email_confirmed: Type.Boolean(),
};

/** The user's own fields; others see only what stories and searches list. */
export const OwnUser = Type.Object({
  ...ShortUser,
  email: Type.String(),
  name: Nullable(Type.String()),
  website: Nullable(Type.String()),
  bio: Nullable(Type.String({ description: 'plain text; an empty line parts paragraphs' })),
  thumbnail_url: Url,
  picture: Url,
  date_of_birth: Type.String({ description: 'YYYY-MM-DD' }),
  timezone: Type.String({ description: 'IANA zone' }),
  language: OneOf(LOCALES),
  pending_email: Nullable(
    Type.String({ description: 'new address that waits for its confirmation; `email` holds until then' }),
  ),
  has_password: Type.Boolean({ description: 'false while the account is entered by social sign-in alone' }),
  preferred_languages: Type.Array(Type.String(), {
    description: 'ISO 639-1, the preferred one first; for new stories',
  }),
});

const Languages = Type.Object({
  languages: Type.Array(OneOf(STORY_LANGUAGES), {
    maxItems: 20,
    uniqueItems: true,
    description: 'ISO 639-1, the preferred one first',
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
    summary: 'The signed-in user and their settings',
    access: 'user',
    replies: { 200: Type.Object({ user: Type.Object(ShortUser), user_settings: UserSettings }) },
  },
  'GET /auth/my_profile': {
    tag: 'Accounts',
    summary: 'Every own field of the signed-in user',
    access: 'user',
    replies: { 200: Type.Object({ user: OwnUser }) },
  },
  'GET /user/profile': {
    tag: 'Accounts',
    summary: 'The own profile, to be edited',
    access: 'user',
    replies: { 200: Type.Object({ user: OwnUser }) },
  },
  'PUT /user/profile': {
    tag: 'Accounts',
    summary: 'Change the own profile',
    description:
      'Changes the fields that are given. An empty name, website or bio removes it; `picture_media_id: null` removes the picture. A new address needs the current password; an account without one needs a sign-in within 10 minutes, else 409 `sign_in_again`. The new address gets a link and replaces the old one once it is confirmed.',
    access: 'user',
    body: Type.Object({
      display_name: Type.Optional(NameText(60, 'name that others see')),
      name: Type.Optional(Nullable(Type.String({ maxLength: 120, description: 'real name; not shown' }))),
      website: Type.Optional(Nullable(Type.String({ maxLength: 300, description: 'http or https' }))),
      bio: Type.Optional(
        Nullable(
          Type.String({
            maxLength: 2 * BIO_MAX_LENGTH,
            description: `what readers are told of the user, as plain text of at most ${BIO_MAX_LENGTH} characters`,
          }),
        ),
      ),
      email: Type.Optional(EmailText(254, 'address, unique regardless of case')),
      current_password: Type.Optional(
        Type.String({ maxLength: 1000, description: 'needed for another `email`, if there is a password' }),
      ),
      date_of_birth: Type.Optional(RequiredText(10, 'YYYY-MM-DD')),
      guardian_consent: Type.Optional(Type.Boolean({ description: 'needed from 13 to 17, kept when given' })),
      timezone: Type.Optional(RequiredText(60, 'IANA zone, one of GET /timezones')),
      language: Type.Optional(OneOf(LOCALES, 'interface and mails')),
      picture_media_id: Type.Optional(
        Nullable({ ...Id, description: 'own picture made for `profile`, ready' }),
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
    summary: 'Confirm an address by the token of its mail',
    description: 'A token can be used once within 48 hours; afterwards 422 `link_expired`.',
    access: 'anyone',
    body: Type.Object({ token: RequiredText(100, 'from the mailed link') }),
    replies: { 200: Type.Object({ message: Type.String(), signed_in: Type.Boolean() }) },
    refusals: [422, 429],
    form: {},
  },
  'POST /user/confirm_email/resend': {
    tag: 'Accounts',
    summary: 'Send the confirmation link again',
    description:
      'The mail goes to the new address if one waits for confirmation, else to the current one. At most 5 an hour.',
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
            offset: Type.String({ description: 'from UTC, now: +05:30' }),
            label: Type.String({ description: 'in the language of the request' }),
            zone_name: Type.String({ description: 'IANA' }),
          }),
        ),
      }),
    },
  },
  'GET /creator/content_languages': {
    tag: 'Accounts',
    summary: 'Languages that stories are written in',
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
    summary: 'Languages that the user prefers for new stories, in order',
    access: 'user',
    replies: { 200: Languages },
  },
  'PUT /creator/content_languages/preferred': {
    tag: 'Accounts',
    summary: 'Set the preferred languages; the order is kept',
    access: 'user',
    body: Languages,
    replies: { 200: Languages },
    form: { empty: ['languages'] },
  },
});
