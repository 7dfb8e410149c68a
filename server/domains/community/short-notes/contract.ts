import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { SentOnceKey } from '../../../lib/idempotency.ts';
import { Id, IdParams, Message, Moment, Nullable, OneOf, RequiredText } from '../../../lib/schemas.ts';
import { POP_KINDS, SHORT_NOTE_MAX_LENGTH } from './rules.ts';

const Note = Type.Object({
  id: Id,
  episode_id: Id,
  page_id: Nullable(Id),
  x: Nullable(Type.Number({ description: '0 at the left, 1 at the right edge of the page' })),
  y: Nullable(Type.Number({ description: '0 at the top, 1 at the bottom' })),
  chapter_id: Nullable(Id),
  offset: Nullable(Type.Integer({ description: "characters from the beginning of the chapter's text" })),
  body: Type.String(),
  author: Type.Object({ id: Id, slug: Type.String(), display_name: Type.String() }),
  created_at: Moment,
  own: Type.Boolean({ description: 'written by the caller' }),
  hidden: Type.Boolean({ description: 'hidden by the team; the author and the team still see the note' }),
});

const counts = Object.fromEntries(POP_KINDS.map((kind) => [kind, Type.Integer()]));
const Counts = Type.Object(counts, { description: 'number of reactions per kind' });
const Mine = Nullable(OneOf([...POP_KINDS], "the caller's own reaction"));
const Fraction = Type.Optional(Type.Number({ minimum: 0, maximum: 1 }));

export const notesContract = defineContract({
  'GET /tsukkomi_comments': {
    tag: 'Community',
    summary: 'List the short notes of an episode',
    description:
      'The list contains at most 500 notes, oldest first. Own notes follow even beyond this limit. The list excludes notes beyond the furthest point that the reader has reached. Visitors name the page or chapter. Requests for notes of a novel name the chapter, and in `upto` how far its text was on the screen.',
    access: 'anyone',
    query: Type.Object({
      episode_id: Id,
      page_id: Type.Optional(Id),
      chapter_id: Type.Optional(Id),
      upto: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 10_000_000,
          description: "characters of the chapter's text that have been on the screen",
        }),
      ),
    }),
    replies: {
      200: Type.Object({
        tsukkomi_comments: Type.Array(Note),
        further: Type.Integer({ description: 'number of notes further on in the chapter; 0 for pages' }),
        reached: Type.Boolean({
          description: 'false when the named page or chapter is beyond the furthest point',
        }),
      }),
    },
    refusals: [402, 404, 451],
  },
  'POST /tsukkomi_comments': {
    tag: 'Community',
    summary: 'Leave a short note on a page or chapter',
    description:
      'A note on a page needs `x` and `y`, and a note on a chapter needs `offset`. Repeated notes at the same place within a minute, or with the same `Idempotency-Key`, count as one.',
    access: 'user',
    headers: SentOnceKey,
    form: {},
    body: Type.Object({
      episode_id: Id,
      page_id: Type.Optional(Id),
      x: Fraction,
      y: Fraction,
      chapter_id: Type.Optional(Id),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
      body: RequiredText(SHORT_NOTE_MAX_LENGTH, 'plain text, at most 80 characters'),
    }),
    replies: { 201: Type.Object({ tsukkomi_comment: Note, ...Message.properties }) },
    refusals: [402, 404, 409, 429, 451],
  },
  'DELETE /tsukkomi_comments/:id': {
    tag: 'Community',
    summary: "Delete one of the user's short notes",
    access: 'user',
    form: {},
    params: IdParams,
    replies: { 200: Message },
    refusals: [404, 429],
  },
  'POST /tsukkomi_comments/:id/hide': {
    tag: 'Creator console',
    summary: 'Hide a short note',
    description: 'The author and the team still see the note.',
    access: 'user',
    form: {},
    params: IdParams,
    replies: { 200: Message },
    refusals: [403, 404, 409, 429],
  },
  'POST /tsukkomi_comments/:id/show': {
    tag: 'Creator console',
    summary: 'Show a hidden short note again',
    access: 'user',
    form: {},
    params: IdParams,
    replies: { 200: Message },
    refusals: [403, 404, 409, 429],
  },
  'GET /pop_reactions': {
    tag: 'Community',
    summary: 'List the reactions to the pages of an episode, and where short notes are',
    description: 'The lists leave out pages and chapters without any.',
    access: 'anyone',
    query: Type.Object({ episode_id: Id }),
    replies: {
      200: Type.Object({
        pop_reactions: Type.Array(Type.Object({ item_id: Id, counts: Counts, mine: Mine })),
        noted_ids: Type.Array(Id, {
          description: 'pages and chapters with short notes, reached or not',
        }),
        closed: Type.Boolean({ description: 'closed for new notes' }),
        moderates: Type.Boolean({ description: 'the caller may hide notes and show them again' }),
        states_reasons: Type.Boolean({
          description: 'the caller hides as an administrator, with `POST /admin/contents/:type/:id/hide`',
        }),
      }),
    },
    refusals: [402, 404, 451],
  },
  'POST /pop_reaction': {
    tag: 'Community',
    summary: 'React to a page or a chapter',
    description:
      'A reader has one of six reactions per page. Repeating the reaction takes it back. Another reaction replaces it.',
    access: 'user',
    form: {},
    body: Type.Object({
      page_id: Type.Optional(Id),
      chapter_id: Type.Optional(Id),
      kind: OneOf([...POP_KINDS]),
    }),
    replies: { 200: Type.Object({ counts: Counts, mine: Mine, ...Message.properties }) },
    refusals: [402, 404, 429, 451],
  },
});
