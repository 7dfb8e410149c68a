import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { Id, IdParams, LockVersion, Moment, Nullable, OneOf, TitleText } from '../../../lib/schemas.ts';
import { MEDIA_STATES } from '../../media/contract.ts';
import { SHORTCOMINGS } from '../releases/rules.ts';
import { ALT_TEXT_MAX_LENGTH, EPISODE_ACTIONS } from './rules.ts';

export const EPISODE_STATUSES = ['in_progress', 'scheduled', 'published', 'blocked'] as const;
export const READ_MODES = ['page_flip', 'continuous'] as const;
export const ORIENTATIONS = ['horizontal', 'vertical'] as const;
const TITLE_MAX_LENGTH = 120;
const ReadingFields = {
  read_mode: Type.Optional(
    OneOf(READ_MODES, 'omitted fields stay unchanged; for text, the orientation follows the read mode'),
  ),
  page_orientation: Type.Optional(
    OneOf(
      ORIENTATIONS,
      '422 for a horizontal, continuous strip; text flips horizontally and scrolls vertically',
    ),
  ),
};
export const AltText = Type.String({
  maxLength: ALT_TEXT_MAX_LENGTH,
  description: "at most 500 characters in the story's language; leading and trailing blanks are removed",
});
export const ConsoleEpisode = Type.Object({
  id: Id,
  story_id: Id,
  number: Type.Integer({ description: 'position in the story, from 1' }),
  title: Type.String(),
  status: OneOf(EPISODE_STATUSES),
  read_mode: OneOf(READ_MODES),
  page_orientation: OneOf(ORIENTATIONS),
  thumbnail_media_id: Nullable(Id),
  thumbnail_url: Nullable(
    Type.String({ description: 'signed URL that expires; the first page if no thumbnail was chosen' }),
  ),
  pages_count: Type.Integer(),
  publish_at: Nullable(Moment),
  publish_wall_time: Nullable(
    Type.String({ description: 'YYYY-MM-DDTHH:mm:ss in publish_zone, as the caller sent it' }),
  ),
  publish_zone: Nullable(Type.String({ description: 'IANA zone of the schedule' })),
  is_announced: Type.Boolean({ description: 'whether readers see `publish_at`' }),
  published_at: Nullable(Moment),
  first_published_at: Nullable(Moment),
  blocked_reason: Nullable(Type.String()),
  likes_count: Type.Integer(),
  views_count: Type.Integer(),
  comments_count: Type.Integer(),
  impressions_count: Type.Integer(),
  lock_version: Type.Integer(),
});

const EpisodeReply = Type.Object({ episode: ConsoleEpisode });

export const ConsolePage = Type.Object({
  id: Id,
  media_id: Id,
  number: Type.Integer({ description: 'from 1' }),
  name: Type.String({ description: 'file name as uploaded' }),
  alt_text: Type.String({
    description: "description of the picture in the story's language; empty if nobody wrote one",
  }),
  state: OneOf(MEDIA_STATES),
  error: Nullable(Type.String({ description: 'reason for the failure, as a problem key' })),
  width: Type.Integer(),
  height: Type.Integer(),
  thumbnail_url: Nullable(
    Type.String({ description: 'signed URL that expires; null until the page is ready' }),
  ),
  pieces: Type.Array(
    Type.Object({
      url: Type.String({ description: 'signed URL that expires' }),
      width: Type.Integer(),
      height: Type.Integer(),
    }),
    { description: 'one picture, or the pieces of a strip from the top; empty until the page is ready' },
  ),
});

export const PagesReply = Type.Object({ pages: Type.Array(ConsolePage), lock_version: Type.Integer() });

export const EpisodeReceipt = Type.Object({
  id: Type.String(),
  event: OneOf(EPISODE_ACTIONS),
  at: Moment,
  from_status: Nullable(OneOf(EPISODE_STATUSES)),
  to_status: Nullable(OneOf(EPISODE_STATUSES)),
  due_at: Nullable(Moment),
  by: OneOf(['team', 'worker', 'administrator']),
  actor: Nullable(
    Type.Object(
      { slug: Type.String(), display_name: Type.String() },
      { description: 'name of the team member, while the account exists' },
    ),
  ),
  reason: Nullable(Type.String({ description: "with block: the administrator's reason" })),
  missing: Type.Array(OneOf(SHORTCOMINGS), {
    description: 'with due_not_ready: requirements that the episode did not meet',
  }),
  page_number: Nullable(Type.Integer({ description: 'with swap_page: number of the page, from 1' })),
  told_count: Nullable(
    Type.Integer({ description: 'with subscribers_told: number of notified subscribers' }),
  ),
});

const ImportReply = Type.Object({
  ...PagesReply.properties,
  skipped: Type.Array(
    Type.Object({
      name: Type.String({ description: 'file name in the archive' }),
      reason: Type.String({ description: 'reason for skipping the file, as a problem key' }),
    }),
  ),
});

/** Field of a multipart body. It must precede the files, because we check it when they begin to arrive. */
const VersionField = Type.Optional(
  Type.String({
    description:
      'version that the caller has seen; must come before the files; an older version is refused with 409, and no file is stored',
  }),
);

export const episodesContract = defineContract({
  'POST /creator/episodes': {
    tag: 'Console',
    summary: 'Add an episode at the end of a story',
    access: 'user',
    body: Type.Object({
      story_id: Id,
      title: TitleText(TITLE_MAX_LENGTH, 'at most 120 characters'),
      ...ReadingFields,
      thumbnail_media_id: Type.Optional(Nullable(Id)),
    }),
    replies: { 201: EpisodeReply },
    refusals: [403, 404, 429],
  },
  'GET /creator/episodes/:id': {
    tag: 'Console',
    summary: 'Get an episode of the team',
    access: 'user',
    params: IdParams,
    replies: { 200: EpisodeReply },
  },
  'PATCH /creator/episodes/:id': {
    tag: 'Console',
    summary: 'Change an unpublished episode',
    access: 'user',
    params: IdParams,
    body: Type.Object({
      title: Type.Optional(TitleText(TITLE_MAX_LENGTH, 'at most 120 characters')),
      ...ReadingFields,
      thumbnail_media_id: Type.Optional(Nullable(Id)),
      lock_version: LockVersion,
    }),
    replies: { 200: EpisodeReply },
    refusals: [403, 409],
  },
  'PUT /creator/stories/:id/episodes/order': {
    tag: 'Console',
    summary: 'Reorder the episodes of a story',
    description:
      "The position of an episode is the number in the reader's URL. Moving a published episode therefore requires the right to publish.",
    access: 'user',
    params: IdParams,
    body: Type.Object({ episode_ids: Type.Array(Id, { maxItems: 5000, description: 'each episode once' }) }),
    replies: { 204: null },
    refusals: [403, 409],
  },
  'PUT /creator/episodes/:id/number': {
    tag: 'Console',
    summary: 'Change the number of an episode',
    description:
      'Episodes between the old and the new position move by one. Moving a published episode requires the right to publish.',
    access: 'user',
    params: IdParams,
    body: Type.Object({
      number: Type.Integer({ minimum: 1, maximum: 5000, description: 'position in the story, from 1' }),
    }),
    replies: { 204: null },
    refusals: [403],
  },
  'GET /creator/pages': {
    tag: 'Console',
    summary: 'List the pages of an episode and the state of their pictures',
    access: 'user',
    query: Type.Object({ episode_id: Id }),
    replies: { 200: PagesReply },
    refusals: [404],
  },
  'POST /creator/pages': {
    tag: 'Console',
    summary: 'Upload pages',
    description:
      'The call takes one or more pictures. Each picture must be JPEG or PNG by its content, and at most 3 MiB. If one picture is refused, none is added.',
    access: 'user',
    multipart: {
      fields: Type.Object({
        episode_id: Id,
        lock_version: VersionField,
        page_id: Type.Optional({
          ...Id,
          description: 'id of the new page, for a single file; a repeated upload with this id adds it once',
        }),
        'files[]': Type.Array(Type.Unsafe<unknown>({ type: 'string', format: 'binary' }), { maxItems: 100 }),
      }),
    },
    replies: { 202: PagesReply },
    refusals: [403, 404, 409, 413, 415, 422, 429],
  },
  'POST /creator/pages/import': {
    tag: 'Console',
    summary: 'Upload pages as a zip or CBZ archive',
    description:
      'The archive must be at most 150 MiB, unencrypted, and stored or deflated. It may contain at most 100 pictures of at most 3 MiB each. The server adds its JPEG and PNG pictures in natural order of their paths. `skipped` lists the other files.',
    access: 'user',
    multipart: {
      fields: Type.Object({
        episode_id: Id,
        lock_version: VersionField,
        page_id: Type.Optional({
          ...Id,
          description: 'id of the first new page; a repeated upload with this id adds the archive once',
        }),
        upload_id: Type.Optional({
          ...Id,
          description: 'instead of the file: id of an upload started with `POST /media/direct`',
        }),
        file: Type.Optional(Type.Unsafe<unknown>({ type: 'string', format: 'binary' })),
      }),
    },
    replies: { 202: ImportReply },
    refusals: [403, 404, 409, 413, 415, 422, 429],
  },
  'PUT /creator/pages/sort': {
    tag: 'Console',
    summary: 'Reorder the pages of an episode',
    access: 'user',
    body: Type.Object({
      episode_id: Id,
      page_ids: Type.Array(Id, { maxItems: 1000 }),
      lock_version: LockVersion,
    }),
    replies: { 200: PagesReply },
    refusals: [403, 404, 409],
  },
  'POST /creator/pages/reverse': {
    tag: 'Console',
    summary: 'Reverse the order of the pages of an episode',
    access: 'user',
    body: Type.Object({ episode_id: Id, lock_version: LockVersion }),
    replies: { 200: PagesReply },
    refusals: [403, 404, 409],
  },
  'PUT /creator/pages/:id': {
    tag: 'Console',
    summary: 'Replace the picture of a page',
    access: 'user',
    params: IdParams,
    multipart: {
      fields: Type.Object({
        lock_version: VersionField,
        file: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }),
      }),
    },
    replies: { 202: PagesReply },
    refusals: [403, 409, 413, 415, 422, 429],
  },
  'PATCH /creator/pages/:id': {
    tag: 'Console',
    summary: 'Describe a page for readers who cannot see it',
    access: 'user',
    params: IdParams,
    body: Type.Object({ alt_text: AltText, lock_version: LockVersion }),
    replies: { 200: PagesReply },
    refusals: [403, 409],
  },
  'DELETE /creator/pages/:id': {
    tag: 'Console',
    summary: 'Remove a page',
    access: 'user',
    params: IdParams,
    body: Type.Object({ lock_version: LockVersion }),
    replies: { 200: PagesReply },
    refusals: [403, 409],
  },
});
