import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { Id, IdParams, LockVersion, Moment, Nullable, OneOf } from '../../../lib/schemas.ts';
import { EPUB_REFUSALS, EPUB_STATES, LEFT_OUT_KINDS } from './rules.ts';

const Counted = Type.Object({
  done: Type.Integer(),
  total: Nullable(Type.Integer({ description: 'null until the total is known' })),
});

const Findings = Type.Object({
  version: Type.String({ description: 'ePub version that the book declares' }),
  title: Type.String(),
  authors: Type.Array(Type.String()),
  language: Nullable(Type.String()),
  direction: Nullable(OneOf(['ltr', 'rtl'])),
  is_vertical: Type.Boolean(),
  cover_url: Nullable(Type.String({ description: 'null without a cover, and until the cover is processed' })),
  chapters: Type.Integer(),
  words: Type.Integer(),
  characters: Type.Integer(),
  notes: Type.Integer(),
  pictures: Type.Integer(),
  pictures_without_alt: Type.Integer(),
  pictures_waiting: Type.Integer({ description: 'number of pictures not processed yet' }),
  left_out: Type.Array(
    Type.Object({
      kind: OneOf(LEFT_OUT_KINDS),
      count: Type.Integer(),
      names: Type.Array(Type.String(), { description: 'the first 20 names' }),
      chapters: Type.Array(Type.Integer(), { description: 'chapter numbers, from 1' }),
    }),
  ),
  refused_pictures: Type.Array(Type.Object({ name: Type.String(), reason: Type.String() })),
});

const Refusal = Type.Object({
  reason: OneOf(EPUB_REFUSALS),
  file: Nullable(Type.String({ description: 'path of the file in the book' })),
  line: Nullable(Type.Integer()),
  element: Nullable(Type.String({ description: 'element that starts there and is never closed' })),
  excerpt: Type.Array(Type.Object({ number: Type.Integer(), text: Type.String() })),
});

export const EpubReply = Type.Object({
  id: Id,
  episode_id: Nullable(Id),
  name: Type.String(),
  bytes: Type.Integer(),
  state: OneOf(EPUB_STATES),
  progress: Nullable(Type.Object({ chapters: Counted, pictures: Counted })),
  findings: Nullable(Findings),
  refusal: Nullable(Refusal),
  updated_at: Moment,
});

/** `moved` counts the reading positions that survive an import. */
const Places = Type.Object({ moved: Type.Integer(), total: Type.Integer() });

export const ImportReply = Type.Object({
  epub: Nullable(EpubReply),
  replaces: Nullable(
    Type.Object({
      chapters: Type.Integer({ description: 'number of chapters that the episode has now' }),
      places: Places,
    }),
  ),
  original: Nullable(
    Type.Object(
      { name: Type.String(), bytes: Type.Integer() },
      { description: "ePub that the episode's chapters came from" },
    ),
  ),
  lock_version: Type.Integer({ description: 'version of the episode' }),
});

const EpubMedia = Type.Object({
  id: Id,
  url: Type.Null(),
  name: Type.String(),
  bytes: Type.Integer(),
  state: OneOf(EPUB_STATES),
});

export const booksContract = defineContract({
  'POST /media/epub': {
    tag: 'Media',
    summary: 'Upload an ePub',
    description:
      'The file must be an ePub by its content, and at most 30 MiB. With `episode_id`, the server reads it for that episode at once. Otherwise `POST /creator/episodes/chapters` turns it into chapters.',
    access: 'user',
    multipart: {
      fields: Type.Object({
        episode_id: Type.Optional(
          Type.String({ description: 'novel episode that the ePub is read for; must come before the file' }),
        ),
        lock_version: Type.Optional(
          Type.String({ description: 'version of the episode; must come before the file' }),
        ),
        upload_id: Type.Optional(
          Type.String({
            description: 'instead of the file: id of an upload started with `POST /media/direct`',
          }),
        ),
        epub: Type.Optional(
          Type.Unsafe<unknown>({
            type: 'string',
            format: 'binary',
            description: 'the field may also be called `file`',
          }),
        ),
      }),
    },
    replies: { 201: Type.Object({ media: EpubMedia }) },
    refusals: [403, 404, 409, 413, 415, 422, 429],
    form: {},
  },
  'GET /creator/episodes/epub/:id': {
    tag: 'Console',
    summary: "Download the ePub that an episode's chapters came from, as uploaded",
    access: 'user',
    params: IdParams,
    replies: { 200: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) },
    media: ['application/epub+zip'],
  },
  'GET /creator/episodes/epub/:id/import': {
    tag: 'Console',
    summary: 'Get the progress, findings or refusal of the ePub that is read for an episode',
    access: 'user',
    params: IdParams,
    replies: { 200: ImportReply },
  },
  'POST /creator/episodes/epub/:id/import': {
    tag: 'Console',
    summary: 'Replace the chapters of an episode with those found in an ePub',
    description:
      'Chapters with the same text or title keep their ids. Their readers therefore keep their reading positions.',
    access: 'user',
    params: IdParams,
    body: Type.Object({ media_id: Id, lock_version: LockVersion }),
    replies: {
      200: Type.Object({ chapters: Type.Integer(), places: Places, lock_version: Type.Integer() }),
    },
    refusals: [403, 409],
    form: {},
  },
  'DELETE /creator/episodes/epub/:id/import': {
    tag: 'Console',
    summary: 'Stop reading an ePub, or discard its findings or refusal, without changing the episode',
    access: 'user',
    params: IdParams,
    body: Type.Object({ media_id: Id }),
    replies: { 204: null },
    refusals: [403],
    form: {},
  },
});
