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
  is_team: Type.Boolean({ description: "of the story's team" }),
});

const Part = Type.Object({
  text: Type.String(),
  url: Type.Optional(Type.String({ description: 'the text is a link to it' })),
  mention: Type.Optional(
    Type.String({ description: 'the text names this person: the slug of their profile' }),
  ),
});

export const Comment = Type.Object({
  id: Id,
  story_id: Id,
  episode_id: Nullable({ ...Id, description: 'null when it is about the story as a whole' }),
  comment_id: Nullable({ ...Id, description: 'of a reply: the comment that it answers' }),
  body: Type.String({ description: 'plain text; empty where only a place is left' }),
  parts: Type.Array(Part, { description: 'the body in pieces, with what is a link or a name' }),
  author: Nullable(Person),
  spoiler: Type.Boolean({ description: 'its author says that it tells too much' }),
  created_at: Moment,
  edited_at: Nullable(Moment),
  replies_count: Type.Integer(),
  likes_count: Type.Integer(),
  liked: Type.Boolean({ description: 'by the caller' }),
  own: Type.Boolean({ description: 'written by the caller' }),
  hidden: Type.Boolean({ description: 'taken out of sight by the team; its author and the team see it' }),
  held: Type.Boolean({ description: "waits for the team's nod; its author and the team see it" }),
  statement_id: Nullable({
    ...Id,
    description: 'why an administrator has hidden it; for its author alone',
  }),
  gone: Type.Boolean({ description: 'only its place is left, since there are replies' }),
  shut_out: Type.Boolean({
    description: 'only its place is left, since the caller has muted or blocked its author',
  }),
  pinned: Type.Boolean(),
});

const Body = RequiredText(COMMENT_MAX_LENGTH, 'plain text, at most 2,000 characters');
const Spoiler = Type.Optional(
  Type.Boolean({ default: false, description: 'folded until somebody opens it' }),
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
      'Name one of the two. A pinned comment comes first. Whoever may not read the episode may not read its comments: refused with what reading itself answers.',
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
        comments_count: Type.Integer({ description: 'with replies, as everybody sees them' }),
        closed: Type.Boolean({ description: 'nothing more can be written' }),
        locked: Type.Boolean({ description: 'by the team, for this episode or story' }),
        moderates: Type.Boolean({ description: 'the caller may pin, hide and lock' }),
        states_reasons: Type.Boolean({
          description: 'the caller hides as an administrator, by `POST /admin/contents/:type/:id/hide`',
        }),
        viewer_id: Nullable({ ...Id, description: 'of the caller; null for visitors' }),
        ...PageReply,
      }),
    },
    refusals: [402, 404, 451],
  },
  'POST /comments': {
    ...writing,
    summary: 'Write a comment',
    description:
      'Name an episode or a story. The same text twice within a minute, or under the same `Idempotency-Key`, is one comment. Links by accounts under a day old wait for the team.',
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
      'With the page of the list, newest first, on which it stands or the comment that it answers; null beyond a hundred pages.',
    access: 'anyone',
    params: IdParams,
    replies: { 200: Type.Object({ comment: Comment, page: Nullable(Type.Integer()) }) },
    refusals: [402, 404, 451],
  },
  'PATCH /comments/:id': {
    ...change,
    summary: 'Change an own comment',
    description: 'After five minutes the change is told beside it.',
    body: Type.Object({ body: Body, spoiler: Spoiler }),
    replies: { 200: Sent },
    refusals: [402, 404, 409, 429, 451],
  },
  'DELETE /comments/:id': {
    ...change,
    summary: 'Delete an own comment',
    description: 'Replies stay, below the place where it stood. Deleting it again changes nothing.',
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
    description: 'Works also for what is no longer shown; its count is 0 then.',
    replies: { 200: Liked },
    refusals: [404, 429],
  },
  'GET /comment_replies': {
    tag: 'Community',
    summary: 'List the replies to a comment',
    description: 'Oldest first.',
    access: 'anyone',
    query: Type.Object({ ...PageQuery, comment_id: Id }),
    replies: { 200: Type.Object({ replies: Type.Array(Comment), ...PageReply }) },
    refusals: [402, 404, 451],
  },
  'POST /comment_replies': {
    ...writing,
    summary: 'Answer a comment',
    description:
      'An answer to a reply names the reply and belongs to the same comment. Refused with 409 `not_heard` when the author of either has blocked the caller, with 404 when what is answered is hidden.',
    body: Type.Object({ comment_id: Id, body: Body, spoiler: Spoiler }),
    replies: { 201: SentReply },
  },
  'PATCH /comment_replies/:id': {
    ...change,
    summary: 'Change an own reply',
    description: 'After five minutes the change is told beside it.',
    body: Type.Object({ body: Body, spoiler: Spoiler }),
    replies: { 200: SentReply },
    refusals: [402, 404, 409, 429, 451],
  },
  'DELETE /comment_replies/:id': {
    ...change,
    summary: 'Delete an own reply',
    description: 'Deleting it again changes nothing.',
    replies: { 200: Message },
    refusals: [404, 429],
  },
  ...teamCalls,
});
