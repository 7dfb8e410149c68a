import Type from 'typebox';
import { Id, Message, Moment } from '../../../lib/schemas.ts';

const Device = Type.Object({
  id: Id,
  service: Type.String({ description: "host of the browser's push service" }),
  created_at: Moment,
  current: Type.Boolean({ description: 'whether the device was registered in this session' }),
});

export const pushCalls = {
  'GET /user/push_subscriptions': {
    tag: 'Community',
    summary: "List the devices that show the viewer's notifications",
    description:
      'Devices receive notifications by Web Push (RFC 8030). The address of a device is secret and not part of the reply.',
    access: 'user',
    replies: {
      200: Type.Object({
        devices: Type.Array(Device),
        public_key: Type.String({ description: 'applicationServerKey of subscriptions (VAPID), base64url' }),
      }),
    },
  },
  'POST /user/push_subscriptions': {
    tag: 'Community',
    summary: 'Show notifications on this device',
    description:
      'The body is the result of `PushSubscription.toJSON()`. The subscription ends with the session. An account has at most ten devices. A further device replaces the oldest one.',
    access: 'user',
    body: Type.Object({
      endpoint: Type.String({ maxLength: 1000, description: 'https address at a public host' }),
      keys: Type.Object({
        p256dh: Type.String({ maxLength: 100, description: 'base64url' }),
        auth: Type.String({ maxLength: 30, description: 'base64url' }),
      }),
    }),
    replies: { 201: Type.Object({ device: Device, ...Message.properties }) },
    refusals: [429],
  },
  'DELETE /user/push_subscriptions': {
    tag: 'Community',
    summary: 'Stop showing notifications on a device',
    access: 'user',
    body: Type.Object({
      id: Type.Optional({ ...Id, description: 'id of the device; default: the device of this session' }),
    }),
    replies: { 200: Message },
    refusals: [429],
    form: {},
  },
} as const;
