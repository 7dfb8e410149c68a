import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import {
  Id,
  IdParams,
  Message,
  Moment,
  Nullable,
  OneOf,
  PageQuery,
  PageReply,
} from '../../../lib/schemas.ts';
import { pushCalls } from './contract-push.ts';
import { NOTIFICATION_KINDS } from './rules.ts';

const IDS_MAX_COUNT = 100;

const Notification = Type.Object({
  id: Id,
  kind: OneOf([...NOTIFICATION_KINDS]),
  text: Type.String({ description: "text in the caller's language" }),
  url: Type.String({ description: 'path of the page that it is about, with its language' }),
  count: Type.Integer({ description: 'number of similar events in the notification' }),
  thumbnail_url: Nullable(Type.String()),
  created_at: Moment,
  read: Type.Boolean(),
});

const Which = Type.Optional(
  Type.Array(Id, { minItems: 1, maxItems: IDS_MAX_COUNT, description: 'at most 100' }),
);

export const notificationsContract = defineContract({
  'GET /user/notifications': {
    tag: 'Community',
    summary: "List the viewer's notifications",
    description:
      'The list is sorted newest first. Similar unread notifications are combined into one. Notifications are kept for 90 days. Those that the viewer may no longer see are left out.',
    access: 'user',
    query: Type.Object({
      ...PageQuery,
      unread: Type.Optional(Type.Boolean({ description: 'return only unread notifications' })),
    }),
    replies: {
      200: Type.Object({
        notifications: Type.Array(Notification),
        unread_count: Type.Integer(),
        ...PageReply,
      }),
    },
  },
  'PUT /user/notifications/read': {
    tag: 'Community',
    summary: 'Mark notifications as read',
    description: '`read: false` marks them as unread.',
    access: 'user',
    body: Type.Object({ ids: Which, read: Type.Optional(Type.Boolean({ default: true })) }),
    replies: { 200: Type.Object({ unread_count: Type.Integer(), ...Message.properties }) },
    refusals: [429],
    form: {},
  },
  'DELETE /user/notifications': {
    tag: 'Community',
    summary: 'Remove notifications',
    description:
      'The call removes the notifications in `ids`, or all without `ids`. `only_read` limits it to read ones. Removed notifications can be restored for ten minutes.',
    access: 'user',
    body: Type.Object({ ids: Which, only_read: Type.Optional(Type.Boolean()) }),
    replies: { 200: Type.Object({ unread_count: Type.Integer(), ...Message.properties }) },
    refusals: [429],
    form: {},
  },
  'DELETE /user/notifications/:id': {
    tag: 'Community',
    summary: 'Remove one notification',
    description: 'The notification can be restored for ten minutes.',
    access: 'user',
    params: IdParams,
    replies: { 200: Type.Object({ unread_count: Type.Integer(), ...Message.properties }) },
    refusals: [404, 429],
    form: {},
  },
  'POST /user/notifications/restore': {
    tag: 'Community',
    summary: 'Restore removed notifications',
    description:
      'The call restores the named notifications, or all that the last call removed. This is possible for ten minutes after the removal.',
    access: 'user',
    body: Type.Object({ ids: Which }),
    replies: { 200: Type.Object({ unread_count: Type.Integer(), ...Message.properties }) },
    refusals: [429],
    form: {},
  },
  'POST /unsubscribe/:token': {
    tag: 'Accounts',
    summary: 'Unsubscribe from notification mails in one click',
    description: 'Mail programs send this call (RFC 8058). The token is in the header of each mail.',
    access: 'anyone',
    params: Type.Object({ token: Type.String({ maxLength: 200 }) }),
    replies: { 200: Message },
    refusals: [404],
    crossSite: true,
    form: { program: 'List-Unsubscribe' },
  },
  ...pushCalls,
});
