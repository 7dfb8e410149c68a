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
  text: Type.String({ description: "in the caller's language" }),
  url: Type.String({ description: 'path of the page that it is about, with its language' }),
  count: Type.Integer({ description: 'how many things of one kind it tells of' }),
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
      'Newest first; what is alike and unread is one. Kept for 90 days. What the viewer may not see any more is left out.',
    access: 'user',
    query: Type.Object({
      ...PageQuery,
      unread: Type.Optional(Type.Boolean({ description: 'only unread ones' })),
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
    description: 'Or as unread with `read: false`.',
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
      'All, those that are named, or with `only_read` those that were read. They can be brought back for ten minutes.',
    access: 'user',
    body: Type.Object({ ids: Which, only_read: Type.Optional(Type.Boolean()) }),
    replies: { 200: Type.Object({ unread_count: Type.Integer(), ...Message.properties }) },
    refusals: [429],
    form: {},
  },
  'DELETE /user/notifications/:id': {
    tag: 'Community',
    summary: 'Remove one notification',
    description: 'It can be brought back for ten minutes.',
    access: 'user',
    params: IdParams,
    replies: { 200: Type.Object({ unread_count: Type.Integer(), ...Message.properties }) },
    refusals: [404, 429],
    form: {},
  },
  'POST /user/notifications/restore': {
    tag: 'Community',
    summary: 'Bring removed notifications back',
    description: 'Those that are named, or all that were removed by the last call, for ten minutes after it.',
    access: 'user',
    body: Type.Object({ ids: Which }),
    replies: { 200: Type.Object({ unread_count: Type.Integer(), ...Message.properties }) },
    refusals: [429],
    form: {},
  },
  'POST /unsubscribe/:token': {
    tag: 'Accounts',
    summary: 'End the mails about notifications with one press',
    description: 'What programs for mails send (RFC 8058); the token stands in the head of each mail.',
    access: 'anyone',
    params: Type.Object({ token: Type.String({ maxLength: 200 }) }),
    replies: { 200: Message },
    refusals: [404],
    crossSite: true,
    form: { program: 'List-Unsubscribe' },
  },
  ...pushCalls,
});
