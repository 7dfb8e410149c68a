import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { Id, IdParams, LockVersion, Moment, Nullable, TitleText } from '../../../lib/schemas.ts';
import { booksContract, ImportReply } from './contract-books.ts';
import { CHAPTER_TITLE_MAX_LENGTH, CHAPTERS_MAX_COUNT } from './rules.ts';

const Title = TitleText(CHAPTER_TITLE_MAX_LENGTH, 'at most 120 characters');
const Html = Type.String({
  description:
    'at most 500 kB; cleaned: paragraphs, headings 2 to 4, quotes, lists, terms, tables, preformatted text, emphasis, ruby, MathML, links, notes, scene breaks and pictures (`<img data-picture="{id}" alt>`) stay',
});
const Typed = Type.String({
  description: 'instead of html: blank lines separate paragraphs, a line of *** separates scenes',
});

/** A chapter in the list of its episode. */
const ChapterItem = {
  id: Id,
  episode_id: Id,
  number: Type.Integer({ description: 'from 1' }),
  title: Type.String(),
  words_count: Type.Integer(),
  characters_count: Type.Integer(),
  is_empty: Type.Boolean({ description: 'nothing stands in it, not even a picture' }),
  updated_at: Moment,
};

export const ConsoleChapterItem = Type.Object(ChapterItem);
export const ConsoleChapter = Type.Object({
  ...ChapterItem,
  html: Type.String({ description: 'clean, as readers get it' }),
  pictures: Type.Array(
    Type.Object({ id: Id, url: Nullable(Type.String({ description: 'null until it is processed' })) }),
    { description: 'those that the text names; their addresses are signed and expire' },
  ),
});

const Version = Type.Integer({ description: 'version of the episode after this change' });
const ListReply = Type.Object({ chapters: Type.Array(ConsoleChapterItem), lock_version: Version });
const ChapterReply = Type.Object({ chapter: ConsoleChapter, lock_version: Version });

/** A page's text in JSON may take several times its bytes; what is too long is told as such, not cut off. */
const BODY_MAX_BYTES = 4 * 1024 * 1024;

export const novelsContract = defineContract({
  ...booksContract,
  'GET /creator/episodes/chapters': {
    tag: 'Console',
    summary: 'Chapters of a novel episode, without their text',
    access: 'user',
    query: Type.Object({ episode_id: Id }),
    replies: { 200: ListReply },
    refusals: [404],
  },
  'POST /creator/episodes/chapters': {
    tag: 'Console',
    summary: 'Add a chapter at the end of a novel episode, or have an ePub read for it',
    description:
      'With `media_id` the ePub of that id is read (202), and its chapters become those of the episode. They wait for `POST /creator/episodes/epub/{id}/import` with `look_first`, when the episode has chapters and no `lock_version` was sent, and when the episode was changed meanwhile. Without `media_id` a title is needed.',
    access: 'user',
    body: Type.Object({
      episode_id: Id,
      title: Type.Optional(Title),
      html: Type.Optional(Html),
      text: Type.Optional(Typed),
      media_id: Type.Optional(Type.Unsafe<string>({ ...Id, description: 'of an ePub (`POST /media/epub`)' })),
      look_first: Type.Optional(
        Type.Boolean({ description: 'with `media_id`: what was found waits, nothing is imported' }),
      ),
      lock_version: LockVersion,
    }),
    replies: { 201: ChapterReply, 202: ImportReply },
    refusals: [403, 404, 409, 413, 429],
    bodyLimitBytes: BODY_MAX_BYTES,
    form: {},
  },
  'GET /creator/episodes/chapters/:id': {
    tag: 'Console',
    summary: 'One chapter with its text',
    access: 'user',
    params: IdParams,
    replies: { 200: ChapterReply },
  },
  'PATCH /creator/episodes/chapters/:id': {
    tag: 'Console',
    summary: 'Change a chapter of an unpublished episode',
    access: 'user',
    params: IdParams,
    body: Type.Object({
      title: Type.Optional(Title),
      html: Type.Optional(Html),
      text: Type.Optional(Typed),
      lock_version: LockVersion,
    }),
    replies: { 200: ChapterReply },
    refusals: [403, 409, 413, 429],
    bodyLimitBytes: BODY_MAX_BYTES,
  },
  'DELETE /creator/episodes/chapters/:id': {
    tag: 'Console',
    summary: 'Remove a chapter',
    access: 'user',
    params: IdParams,
    body: Type.Object({ lock_version: LockVersion }),
    replies: { 200: ListReply },
    refusals: [403, 409],
  },
  'PUT /creator/episodes/chapters/sort': {
    tag: 'Console',
    summary: 'Put the chapters of an episode in order',
    access: 'user',
    body: Type.Object({
      episode_id: Id,
      chapter_ids: Type.Array(Id, { maxItems: CHAPTERS_MAX_COUNT, description: 'each chapter once' }),
      lock_version: LockVersion,
    }),
    replies: { 200: ListReply },
    refusals: [403, 404, 409],
  },
});
