import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { Id, IdParams, LockVersion, Moment, Nullable, OneOf } from '../../../lib/schemas.ts';
import { EPUB_REFUSALS, EPUB_STATES, LEFT_OUT_KINDS } from './rules.ts';

const Counted = Type.Object({
  done: Type.Integer(),
  total: Nullable(Type.Integer({ description: 'null while it is not known yet' })),
});

const Findings = Type.Object({
  version: Type.String({ description: 'of ePub, as the book says' }),
  title: Type.String(),
  authors: Type.Array(Type.String()),
  language: Nullable(Type.String()),
  direction: Nullable(OneOf(['ltr', 'rtl'])),
  is_vertical: Type.Boolean(),
  cover_url: Nullable(Type.String({ description: 'null where there is none, and until it is processed' })),
  chapters: Type.Integer(),
  words: Type.Integer(),
  characters: Type.Integer(),
  notes: Type.Integer(),
  pictures: Type.Integer(),
  pictures_without_alt: Type.Integer(),
  pictures_waiting: Type.Integer({ description: 'still to be processed' }),
  left_out: Type.Array(
    Type.Object({
      kind: OneOf(LEFT_OUT_KINDS),
      count: Type.Integer(),
      names: Type.Array(Type.String(), { description: 'the first 20' }),
      chapters: Type.Array(Type.Integer(), { description: 'numbers of chapters, from 1' }),
    }),
  ),
  refused_pictures: Type.Array(Type.Object({ name: Type.String(), reason: Type.String() })),
});

const Refusal = Type.Object({
  reason: OneOf(EPUB_REFUSALS),
  file: Nullable(Type.String({ description: 'path in the book' })),
  line: Nullable(Type.Integer()),
  element: Nullable(Type.String({ description: 'that begins there and is never closed' })),
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

/** Readers' places in the chapters that are there now, and how many of them are found again. */
const Places = Type.Object({ moved: Type.Integer(), total: Type.Integer() });

export const ImportReply = Type.Object({
  epub: Nullable(EpubReply),
  replaces: Nullable(
    Type.Object({ chapters: Type.Integer({ description: 'of the episode as it is' }), places: Places }),
  ),
  original: Nullable(
    Type.Object(
      { name: Type.String(), bytes: Type.Integer() },
      { description: 'the ePub that the chapters of the episode came from' },
    ),
  ),
  lock_version: Type.Integer({ description: 'of the episode' }),
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
      'At most 30 MiB, an ePub by its content. It becomes chapters by `POST /creator/episodes/chapters`, or at once where an episode is named.',
    access: 'user',
    multipart: {
      fields: Type.Object({
        episode_id: Type.Optional(
          Type.String({ description: 'must come before the file: the novel episode that it is read for' }),
        ),
        lock_version: Type.Optional(
          Type.String({ description: 'must come before the file: the version of the episode' }),
        ),
        upload_id: Type.Optional(
          Type.String({ description: 'in the place of the file: one that `POST /media/direct` began' }),
        ),
        epub: Type.Optional(
          Type.Unsafe<unknown>({
            type: 'string',
            format: 'binary',
            description: 'may be called `file`, too',
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
    summary: 'The ePub that the chapters of an episode came from, as it was uploaded',
    access: 'user',
    params: IdParams,
    replies: { 200: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) },
    media: ['application/epub+zip'],
  },
  'GET /creator/episodes/epub/:id/import': {
    tag: 'Console',
    summary: 'The ePub that is read for an episode: how far it is, what was found, or why it was refused',
    access: 'user',
    params: IdParams,
    replies: { 200: ImportReply },
  },
  'POST /creator/episodes/epub/:id/import': {
    tag: 'Console',
    summary: 'Make the chapters that were found the chapters of the episode',
    description:
      'Chapters whose text or title is the same keep their ids, and with them the places of their readers.',
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
    summary: 'Stop reading an ePub, or leave what was found or refused; the episode stays as it is',
    access: 'user',
    params: IdParams,
    body: Type.Object({ media_id: Id }),
    replies: { 204: null },
    refusals: [403],
    form: {},
  },
});
