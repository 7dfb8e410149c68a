/** What a story's team does with comments at its stories. */
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
  comment_id: Nullable({ ...Id, description: 'of a reply: the comment that it answers' }),
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
      is_team: Type.Boolean({ description: "of the story's team, who cannot be kept out" }),
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
  closed: Type.Boolean({ description: 'nobody but the team writes at this story' }),
  close_after_days: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: CLOSE_AFTER_MAX_DAYS,
      description: 'days after the first release of an episode; null for never',
    }),
  ),
});

export const teamCalls = {
  'POST /comments/:id/hide': deed('Hide a comment or a reply', 'Its author and the team go on seeing it.'),
  'POST /comments/:id/show': deed('Show a comment again', 'Also lets through what was held.'),
  'PUT /comments/:id/pin': deed(
    'Pin a comment',
    'It comes first; the one that was pinned before is not any more.',
  ),
  'DELETE /comments/:id/pin': deed('Pin a comment no longer', 'Changes nothing for one that is not pinned.'),
  'PUT /episodes/:id/comments_lock': deed(
    'Lock the comments of an episode',
    'Nobody but the team writes there.',
  ),
  'DELETE /episodes/:id/comments_lock': deed(
    'Open the comments of an episode',
    'Changes nothing for open ones.',
  ),
  'GET /creator/comments': {
    tag: 'Creator console',
    summary: "List comments and replies at the viewer's stories",
    description:
      'Newest first, of all stories where the viewer may moderate, or of one. `held_count` and `total` count up to 1,000.',
    access: 'user' as const,
    query: Type.Object({
      ...PageQuery,
      story_id: Type.Optional(Id),
      state: Type.Optional(OneOf([...LISTED_STATES])),
      q: Type.Optional(Type.String({ maxLength: 100, description: 'words of the text or of the name' })),
    }),
    replies: {
      200: Type.Object({ comments: Type.Array(Written), held_count: Type.Integer(), ...PageReply }),
    },
  },
  'POST /creator/comments/hide': {
    tag: 'Creator console',
    summary: 'Hide many comments at once',
    description: 'All or none: one that is not at a story of the viewer refuses the call.',
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
    summary: "Get what is settled for a story's comments",
    description: 'With the people whom its team keeps out.',
    access: 'user' as const,
    params: IdParams,
    replies: {
      200: Type.Object({
        settings: Settings,
        kept_out: Type.Array(Type.Object({ id: Id, slug: Type.String(), display_name: Type.String() }), {
          description: 'those kept out last, at most 100',
        }),
      }),
    },
    refusals: [403, 404],
  },
  'PUT /creator/stories/:id/comments_settings': {
    tag: 'Creator console',
    summary: "Settle a story's comments",
    description: 'Closed, or closed so many days after each release.',
    access: 'user' as const,
    params: IdParams,
    body: Settings,
    replies: { 200: Type.Object({ settings: Settings, ...Message.properties }) },
    refusals: [403, 404, 429],
    form: { empty: ['close_after_days'] },
  },
  'PUT /creator/stories/:id/kept_out/:user_id': {
    ...deed(
      'Keep a person from writing at a story',
      'What they wrote stays; nobody of the team can be kept out.',
    ),
    params: Type.Object({ id: Id, user_id: Id }),
    body: Type.Object({
      block: Type.Optional(Type.Boolean({ description: 'blocks the person for the viewer as well' })),
    }),
    replies: { 200: Type.Object({ blocked: Type.Boolean(), ...Message.properties }) },
  },
  'DELETE /creator/stories/:id/kept_out/:user_id': {
    ...deed('Let a person write at a story again', 'Changes nothing for who is not kept out.'),
    params: Type.Object({ id: Id, user_id: Id }),
  },
} as const;
