import Type from 'typebox';
import { defineContract } from '../../lib/contract.ts';
import { LOCALES } from '../../lib/locale.ts';
import { Id, Nullable, OneOf } from '../../lib/schemas.ts';

const Url = Nullable(Type.String({ description: 'address on the web origin' }));

const ShortUser = {
  id: Id,
  slug: Type.String(),
  display_name: Type.String(),
  mini_thumbnail_url: Url,
  notification_count: Type.Integer({ description: 'unread ones' }),
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
  thumbnail_url: Url,
  picture: Url,
  date_of_birth: Type.String({ description: 'YYYY-MM-DD' }),
  timezone: Type.String({ description: 'IANA zone' }),
  language: OneOf(LOCALES),
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
});
