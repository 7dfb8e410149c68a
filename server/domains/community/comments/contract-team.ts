import Type from 'typebox';
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

export const CLOSE_AFTER_MAX_DAYS = 365;
export const HIDDEN_AT_ONCE_MAX_COUNT = 100;
export const LISTED_STATES = ['shown', 'held', 'hidden'] as const;

const Written = Type.Object({
  id: Id,
  comment_id: Nullable({ ...Id, description: 'for a reply, the comment that it answers' }),
  body: Type.String(),
  state: OneOf([...LISTED_STATES]),
  spoiler: Type.Boolean(),
  created_at: Moment,
  author: Nullable(
    Type.Object({
      id: Id,
      slug: Type.String(),
      display_name: Type.String(),
      kept_out: Type.Boolean(),
      is_team: Type.Boolean({ description: "member of the story's team, who cannot be kept out" }),
    }),
  ),
  story: Type.Object({ id: Id, title: Type.String(), slug: Type.String() }),
  episode: Nullable(Type.Object({ id: Id, title: Type.String(), number: Nullable(Type.Integer()) })),
});

const deed = (summary: string, description: string) => ({
  tag: 'Creator console',
  summary,
  description,
  access: 'user' as const,
  params: IdParams,
  replies: { 200: Message },
  refusals: [403, 404, 409, 429],
  form: {},
});

const Settings = Type.Object({
  closed: Type.Boolean({ description: 'only the team may post on this story' }),
  close_after_days: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: CLOSE_AFTER_MAX_DAYS,
      description: 'days from the first release of an episode until its comments close; null for never',
    }),
  ),
});

export const teamCalls = {
  'POST /comments/:id/hide': deed('Hide a comment or a reply', 'The author and the team still see it.'),
  'POST /comments/:id/show': deed('Show a comment again', 'Also approves a held comment.'),
  'PUT /comments/:id/pin': deed(
    'Pin a comment',
    'The pinned comment comes first. It replaces the comment that was pinned before.',
  ),
  'DELETE /comments/:id/pin': deed('Unpin a comment', 'Changes nothing if the comment is not pinned.'),
  'PUT /episodes/:id/comments_lock': deed(
    'Lock the comments of an episode',
    'Only the team may post on the episode.',
  ),
  'DELETE /episodes/:id/comments_lock': deed(
    'Unlock the comments of an episode',
    'Changes nothing if the comments are not locked.',
  ),
  'GET /creator/comments': {
    tag: 'Creator console',
    summary: "List comments and replies on the viewer's stories",
    description:
      'The list covers all stories where the viewer may moderate, or one of them, newest first. `held_count` and `total` count up to 1,000.',
    access: 'user' as const,
    query: Type.Object({
      ...PageQuery,
      story_id: Type.Optional(Id),
      state: Type.Optional(OneOf([...LISTED_STATES])),
      q: Type.Optional(
        Type.String({ maxLength: 100, description: 'part of the text or of the author name' }),
      ),
    }),
    replies: {
      200: Type.Object({ comments: Type.Array(Written), held_count: Type.Integer(), ...PageReply }),
    },
  },
  'POST /creator/comments/hide': {
    tag: 'Creator console',
    summary: 'Hide several comments at once',
    description:
      'The call hides all comments or none. It is refused if any comment is not on a story of the viewer.',
    access: 'user' as const,
    body: Type.Object({
      ids: Type.Array(Id, { minItems: 1, maxItems: HIDDEN_AT_ONCE_MAX_COUNT }),
    }),
    replies: { 200: Type.Object({ hidden_count: Type.Integer(), ...Message.properties }) },
    refusals: [403, 404, 409, 429],
    form: {},
  },
  'GET /creator/stories/:id/comments_settings': {
    tag: 'Creator console',
    summary: 'Get the comment settings of a story',
    description: 'The reply includes the people whom the team keeps out.',
    access: 'user' as const,
    params: IdParams,
    replies: {
      200: Type.Object({
        settings: Settings,
        kept_out: Type.Array(Type.Object({ id: Id, slug: Type.String(), display_name: Type.String() }), {
          description: 'people kept out most recently, at most 100',
        }),
      }),
    },
    refusals: [403, 404],
  },
  'PUT /creator/stories/:id/comments_settings': {
    tag: 'Creator console',
    summary: 'Change the comment settings of a story',
    description: 'The settings close comments at once, or a number of days after each release.',
    access: 'user' as const,
    params: IdParams,
    body: Settings,
    replies: { 200: Type.Object({ settings: Settings, ...Message.properties }) },
    refusals: [403, 404, 429],
    form: { empty: ['close_after_days'] },
  },
  'PUT /creator/stories/:id/kept_out/:user_id': {
    ...deed(
      'Keep a person from posting on a story',
      'Earlier posts of the person stay. Members of the team cannot be kept out.',
    ),
    params: Type.Object({ id: Id, user_id: Id }),
    body: Type.Object({
      block: Type.Optional(Type.Boolean({ description: 'also blocks the person for the viewer' })),
    }),
    replies: { 200: Type.Object({ blocked: Type.Boolean(), ...Message.properties }) },
  },
  'DELETE /creator/stories/:id/kept_out/:user_id': {
    ...deed('Let a person post on a story again', 'Changes nothing if the person is not kept out.'),
    params: Type.Object({ id: Id, user_id: Id }),
  },
} as const;
