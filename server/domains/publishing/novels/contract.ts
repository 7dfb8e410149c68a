import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { Id, IdParams, LockVersion, Moment, Nullable, TitleText } from '../../../lib/schemas.ts';
import { booksContract, ImportReply } from './contract-books.ts';
import { CHAPTER_TITLE_MAX_LENGTH, CHAPTERS_MAX_COUNT } from './rules.ts';

const Title = TitleText(CHAPTER_TITLE_MAX_LENGTH, 'at most 120 characters');
const Html = Type.String({
  description:
    'at most 500 kB; cleaning keeps paragraphs, headings 2 to 4, quotes, lists, terms, tables, preformatted text, emphasis, ruby, MathML, links, footnotes, scene breaks and pictures (`<img data-picture="{id}" alt>`)',
});
const Typed = Type.String({
  description:
    'plain text instead of html; blank lines separate paragraphs, and a line of *** separates scenes',
});

const ChapterItem = {
  id: Id,
  episode_id: Id,
  number: Type.Integer({ description: 'from 1' }),
  title: Type.String(),
  words_count: Type.Integer(),
  characters_count: Type.Integer(),
  is_empty: Type.Boolean({ description: 'true if the chapter contains nothing, not even a picture' }),
  updated_at: Moment,
};

export const ConsoleChapterItem = Type.Object(ChapterItem);
export const ConsoleChapter = Type.Object({
  ...ChapterItem,
  html: Type.String({ description: 'cleaned HTML, as readers get it' }),
  pictures: Type.Array(
    Type.Object({
      id: Id,
      url: Nullable(Type.String({ description: 'null until the picture is processed' })),
    }),
    { description: 'pictures in the text; their URLs are signed and expire' },
  ),
});

const Version = Type.Integer({ description: 'version of the episode after this change' });
const ListReply = Type.Object({ chapters: Type.Array(ConsoleChapterItem), lock_version: Version });
const ChapterReply = Type.Object({ chapter: ConsoleChapter, lock_version: Version });

/** JSON may take several times the bytes of a text. Longer texts get an error and are not truncated. */
const BODY_MAX_BYTES = 4 * 1024 * 1024;

export const novelsContract = defineContract({
  ...booksContract,
  'GET /creator/episodes/chapters': {
    tag: 'Console',
    summary: 'List the chapters of a novel episode, without their text',
    access: 'user',
    query: Type.Object({ episode_id: Id }),
    replies: { 200: ListReply },
    refusals: [404],
  },
  'POST /creator/episodes/chapters': {
    tag: 'Console',
    summary: 'Add a chapter at the end of a novel episode, or read an ePub for it',
    description:
      'With `media_id`, the server reads that ePub (202), and its chapters replace those of the episode. With `look_first`, the chapters wait for `POST /creator/episodes/epub/{id}/import`. They also wait if the episode has chapters and no `lock_version` was sent, or if the episode changed meanwhile. Without `media_id`, `title` is required.',
    access: 'user',
    body: Type.Object({
      episode_id: Id,
      title: Type.Optional(Title),
      html: Type.Optional(Html),
      text: Type.Optional(Typed),
      media_id: Type.Optional(
        Type.Unsafe<string>({ ...Id, description: 'id of an ePub (`POST /media/epub`)' }),
      ),
      look_first: Type.Optional(
        Type.Boolean({ description: 'with `media_id`: the chapters found wait, and nothing is imported' }),
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
    summary: 'Get a chapter with its text',
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
    summary: 'Reorder the chapters of an episode',
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
