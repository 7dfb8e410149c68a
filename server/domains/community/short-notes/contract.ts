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
  hidden: Type.Boolean({ description: 'taken out of sight by the team; its author and the team see it' }),
});

const counts = Object.fromEntries(POP_KINDS.map((kind) => [kind, Type.Integer()]));
const Counts = Type.Object(counts, { description: 'how many of each kind' });
const Mine = Nullable(OneOf([...POP_KINDS], "the caller's own"));
const Fraction = Type.Optional(Type.Number({ minimum: 0, maximum: 1 }));

export const notesContract = defineContract({
  'GET /tsukkomi_comments': {
    tag: 'Community',
    summary: 'List short notes of an episode',
    description:
      'Oldest first, at most 500; own ones follow even where there are more. Notes beyond the furthest point that the reader has reached are not sent; a visitor names the page or chapter. Those of a novel are asked for by chapter, with how far its text has been on the screen.',
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
        further: Type.Integer({ description: 'how many of the chapter stand further on; 0 for pages' }),
        reached: Type.Boolean({
          description: 'false where the named page or chapter is beyond the furthest point',
        }),
      }),
    },
    refusals: [402, 404, 451],
  },
  'POST /tsukkomi_comments': {
    tag: 'Community',
    summary: 'Leave a short note at a place',
    description:
      'At a page with `x` and `y`, or at a chapter with `offset`. The same note at the same place within a minute, or under the same `Idempotency-Key`, is one.',
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
    summary: 'Delete an own short note',
    access: 'user',
    form: {},
    params: IdParams,
    replies: { 200: Message },
    refusals: [404, 429],
  },
  'POST /tsukkomi_comments/:id/hide': {
    tag: 'Creator console',
    summary: 'Hide a short note',
    description: 'Its author and the team go on seeing it.',
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
    summary: 'List what readers feel at the pages of an episode, and where short notes are',
    description: 'Pages and chapters without any are left out.',
    access: 'anyone',
    query: Type.Object({ episode_id: Id }),
    replies: {
      200: Type.Object({
        pop_reactions: Type.Array(Type.Object({ item_id: Id, counts: Counts, mine: Mine })),
        noted_ids: Type.Array(Id, {
          description: 'pages and chapters that have short notes, reached or not',
        }),
        closed: Type.Boolean({ description: 'nothing more can be written' }),
        moderates: Type.Boolean({ description: 'the caller may hide notes and show them again' }),
        states_reasons: Type.Boolean({
          description: 'the caller hides as an administrator, by `POST /admin/contents/:type/:id/hide`',
        }),
      }),
    },
    refusals: [402, 404, 451],
  },
  'POST /pop_reaction': {
    tag: 'Community',
    summary: 'React to a page or a chapter',
    description: 'One of six for each reader and page; the same again takes it back, another replaces it.',
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
