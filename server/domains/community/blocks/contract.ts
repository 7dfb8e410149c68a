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

export const SHUT_OUT_KINDS = ['muted', 'blocked'] as const;

const ShutOut = Type.Object({
  id: Id,
  slug: Type.String(),
  display_name: Type.String(),
  mini_thumbnail_url: Nullable(Type.String()),
  kind: OneOf([...SHUT_OUT_KINDS]),
  created_at: Moment,
});

const shutOut = (summary: string, description: string) => ({
  tag: 'Community',
  summary,
  description,
  access: 'user' as const,
  params: IdParams,
  replies: { 200: Message },
  refusals: [404, 409, 422, 429],
  form: {},
});

export const peopleContract = defineContract({
  'GET /user/people': {
    tag: 'Community',
    summary: 'List people whom the viewer has muted or blocked',
    description: 'The newest entry comes first.',
    access: 'user',
    query: Type.Object(PageQuery),
    replies: { 200: Type.Object({ people: Type.Array(ShutOut), ...PageReply }) },
  },
  'PUT /users/:id/mute': shutOut(
    'Mute a person',
    'The viewer no longer sees what the person writes, and gets no notifications about them. The person does not notice. Replaces a block.',
  ),
  'DELETE /users/:id/mute': shutOut('Unmute a person', 'Changes nothing if the person is not muted.'),
  'PUT /users/:id/block': shutOut(
    'Block a person',
    'Blocking includes muting. In addition, the person can neither answer nor mention the viewer. Replaces a mute.',
  ),
  'DELETE /users/:id/block': shutOut('Unblock a person', 'Changes nothing if the person is not blocked.'),
});
