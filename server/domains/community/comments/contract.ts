import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { SentOnceKey } from '../../../lib/idempotency.ts';
import {
  Id,
  IdParams,
  Message,
  Moment,
  Nullable,
  OneOf,
  PageQuery,
  PageReply,
  RequiredText,
} from '../../../lib/schemas.ts';
import { teamCalls } from './contract-team.ts';
import { COMMENT_MAX_LENGTH, SORTS } from './rules.ts';

const Person = Type.Object({
  id: Id,
  slug: Type.String(),
  display_name: Type.String(),
  mini_thumbnail_url: Nullable(Type.String()),
  is_team: Type.Boolean({ description: "member of the story's team" }),
});

const Part = Type.Object({
  text: Type.String(),
  url: Type.Optional(Type.String({ description: 'address that the text links to' })),
  mention: Type.Optional(Type.String({ description: 'profile slug of the person whom the text mentions' })),
});

export const Comment = Type.Object({
  id: Id,
  story_id: Id,
  episode_id: Nullable({ ...Id, description: 'null when the comment is about the story as a whole' }),
  comment_id: Nullable({ ...Id, description: 'for a reply, the comment that it answers' }),
  body: Type.String({ description: 'plain text; empty when only a placeholder is left' }),
  parts: Type.Array(Part, { description: 'the body in pieces, with links and mentions marked' }),
  author: Nullable(Person),
  spoiler: Type.Boolean({ description: 'marked as a spoiler by its author' }),
  created_at: Moment,
  edited_at: Nullable(Moment),
  replies_count: Type.Integer(),
  likes_count: Type.Integer(),
  liked: Type.Boolean({ description: 'liked by the caller' }),
  own: Type.Boolean({ description: 'written by the caller' }),
  hidden: Type.Boolean({ description: 'hidden by the team; the author and the team still see the comment' }),
  held: Type.Boolean({
    description: "waits for the team's approval; the author and the team see the comment",
  }),
  statement_id: Nullable({
    ...Id,
    description: 'statement of reasons of the administrator who hid the comment; only for its author',
  }),
  gone: Type.Boolean({ description: 'only a placeholder is left, because there are replies' }),
  shut_out: Type.Boolean({
    description: 'only a placeholder is left, because the caller has muted or blocked the author',
  }),
  pinned: Type.Boolean(),
});

const Body = RequiredText(COMMENT_MAX_LENGTH, 'plain text, at most 2,000 characters');
const Spoiler = Type.Optional(
  Type.Boolean({ default: false, description: 'folded until a reader opens it' }),
);
const Sent = Type.Object({ comment: Comment, ...Message.properties });
const SentReply = Type.Object({ reply: Comment, ...Message.properties });
const Liked = Type.Object({ liked: Type.Boolean(), likes_count: Type.Integer(), ...Message.properties });

const writing = {
  tag: 'Community',
  access: 'user' as const,
  headers: SentOnceKey,
  refusals: [402, 404, 409, 429, 451],
  form: {},
};
const change = { tag: 'Community', access: 'user' as const, params: IdParams, form: {} };

export const commentsContract = defineContract({
  'GET /comments': {
    tag: 'Community',
    summary: 'List the comments of an episode, or of a story as a whole',
    description:
      'Name either the episode or the story. A pinned comment comes first. People who may not read the episode may not read its comments. They get the same error as when reading the episode.',
    access: 'anyone',
    query: Type.Object({
      ...PageQuery,
      episode_id: Type.Optional(Id),
      story_id: Type.Optional(Id),
      sort: Type.Optional(OneOf([...SORTS], 'top: most liked first; new: newest first, the default')),
    }),
    replies: {
      200: Type.Object({
        comments: Type.Array(Comment),
        comments_count: Type.Integer({ description: 'number of comments and replies that everybody sees' }),
        closed: Type.Boolean({ description: 'closed for new comments' }),
        locked: Type.Boolean({ description: 'locked by the team, for this episode or story' }),
        moderates: Type.Boolean({ description: 'the caller may pin, hide and lock' }),
        states_reasons: Type.Boolean({
          description: 'the caller hides as an administrator, with `POST /admin/contents/:type/:id/hide`',
        }),
        viewer_id: Nullable({ ...Id, description: 'id of the caller; null for visitors' }),
        ...PageReply,
      }),
    },
    refusals: [402, 404, 451],
  },
  'POST /comments': {
    ...writing,
    summary: 'Write a comment',
    description:
      'Name an episode or a story. The same text twice within a minute, or with the same `Idempotency-Key`, counts as one comment. Comments with links from accounts less than a day old wait for the team.',
    body: Type.Object({
      episode_id: Type.Optional(Id),
      story_id: Type.Optional(Id),
      body: Body,
      spoiler: Spoiler,
    }),
    replies: { 201: Sent },
  },
  'GET /comments/:id': {
    tag: 'Community',
    summary: 'Get a comment or a reply',
    description:
      'The field `page` is the page of the comment in the list, newest first. For a reply, it is the page of the comment that it answers. It is null beyond a hundred pages.',
    access: 'anyone',
    params: IdParams,
    replies: { 200: Type.Object({ comment: Comment, page: Nullable(Type.Integer()) }) },
    refusals: [402, 404, 451],
  },
  'PATCH /comments/:id': {
    ...change,
    summary: "Edit one of the user's comments",
    description: 'A comment edited more than five minutes after posting is marked as edited.',
    body: Type.Object({ body: Body, spoiler: Spoiler }),
    replies: { 200: Sent },
    refusals: [402, 404, 409, 429, 451],
  },
  'DELETE /comments/:id': {
    ...change,
    summary: "Delete one of the user's comments",
    description: 'Its replies stay below a placeholder. Deleting the comment again changes nothing.',
    replies: { 200: Message },
    refusals: [404, 429],
  },
  'PUT /comments/:id/like': {
    ...change,
    summary: 'Like a comment or a reply',
    description: 'Liking again changes nothing.',
    replies: { 200: Liked },
    refusals: [402, 404, 429, 451],
  },
  'DELETE /comments/:id/like': {
    ...change,
    summary: 'Take a like back',
    description: 'Also works for a comment that is no longer shown. Its count is then 0.',
    replies: { 200: Liked },
    refusals: [404, 429],
  },
  'GET /comment_replies': {
    tag: 'Community',
    summary: 'List the replies to a comment',
    description: 'The oldest reply comes first.',
    access: 'anyone',
    query: Type.Object({ ...PageQuery, comment_id: Id }),
    replies: { 200: Type.Object({ replies: Type.Array(Comment), ...PageReply }) },
    refusals: [402, 404, 451],
  },
  'POST /comment_replies': {
    ...writing,
    summary: 'Answer a comment',
    description:
      'An answer to a reply names the reply and belongs to the same comment. The call returns 409 `not_heard` when the author of either has blocked the caller. It returns 404 when the answered comment or reply is hidden.',
    body: Type.Object({ comment_id: Id, body: Body, spoiler: Spoiler }),
    replies: { 201: SentReply },
  },
  'PATCH /comment_replies/:id': {
    ...change,
    summary: "Edit one of the user's replies",
    description: 'A reply edited more than five minutes after posting is marked as edited.',
    body: Type.Object({ body: Body, spoiler: Spoiler }),
    replies: { 200: SentReply },
    refusals: [402, 404, 409, 429, 451],
  },
  'DELETE /comment_replies/:id': {
    ...change,
    summary: "Delete one of the user's replies",
    description: 'Deleting the reply again changes nothing.',
    replies: { 200: Message },
    refusals: [404, 429],
  },
  ...teamCalls,
});
