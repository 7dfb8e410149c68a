import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { Id, IdParams, LockVersion, Moment, Nullable, OneOf, TitleText } from '../../../lib/schemas.ts';
import { MEDIA_STATES } from '../../media/contract.ts';
import { SHORTCOMINGS } from '../releases/rules.ts';
import { ALT_TEXT_MAX_LENGTH, EPISODE_DEEDS } from './rules.ts';

export const EPISODE_STATUSES = ['in_progress', 'scheduled', 'published', 'blocked'] as const;
export const READ_MODES = ['page_flip', 'continuous'] as const;
export const ORIENTATIONS = ['horizontal', 'vertical'] as const;
const TITLE_MAX_LENGTH = 120;
const ReadingFields = {
  read_mode: Type.Optional(OneOf(READ_MODES, 'what is not sent stays; with text the orientation follows')),
  page_orientation: Type.Optional(
    OneOf(
      ORIENTATIONS,
      '422 for a strip that is horizontal and continuous; text flips horizontally and scrolls vertically',
    ),
  ),
};
export const AltText = Type.String({
  maxLength: ALT_TEXT_MAX_LENGTH,
  description: "at most 500 characters in the story's language; blanks around it are dropped",
});
/** An episode as its team sees it. */
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
    Type.String({ description: 'signed, expires; of the first page where no thumbnail was chosen' }),
  ),
  pages_count: Type.Integer(),
  publish_at: Nullable(Moment),
  publish_wall_time: Nullable(
    Type.String({ description: 'YYYY-MM-DDTHH:mm:ss in publish_zone, as the caller gave it' }),
  ),
  publish_zone: Nullable(Type.String({ description: 'IANA zone of the schedule' })),
  is_announced: Type.Boolean({ description: 'whether readers are told of `publish_at`' }),
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
    description: "what the page shows, in the story's language; empty if nobody has said",
  }),
  state: OneOf(MEDIA_STATES),
  error: Nullable(Type.String({ description: 'why it failed, a key of the problems' })),
  width: Type.Integer(),
  height: Type.Integer(),
  thumbnail_url: Nullable(Type.String({ description: 'signed, expires; null until it is ready' })),
  pieces: Type.Array(
    Type.Object({
      url: Type.String({ description: 'signed, expires' }),
      width: Type.Integer(),
      height: Type.Integer(),
    }),
    { description: 'from the top: one picture, or the pieces of a strip; empty until it is ready' },
  ),
});

export const PagesReply = Type.Object({ pages: Type.Array(ConsolePage), lock_version: Type.Integer() });

/** A receipt: one thing that happened to an episode. */
export const EpisodeReceipt = Type.Object({
  id: Type.String(),
  event: OneOf(EPISODE_DEEDS),
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
  missing: Type.Array(OneOf(SHORTCOMINGS), { description: 'with due_not_ready: things that it lacked' }),
  page_number: Nullable(Type.Integer({ description: 'with swap_page: number of the page, from 1' })),
  told_count: Nullable(Type.Integer({ description: 'with subscribers_told: number of subscribers' })),
});

const ImportReply = Type.Object({
  ...PagesReply.properties,
  skipped: Type.Array(
    Type.Object({
      name: Type.String({ description: 'file name in the archive' }),
      reason: Type.String({ description: 'reason why it was left out, a key of the problems' }),
    }),
  ),
});

/** Of a multipart body; it must come before the files, since it is looked at when they begin to come. */
const VersionField = Type.Optional(
  Type.String({
    description:
      'version that the caller has seen, before the files; an older one is refused with 409 and no file is stored',
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
    summary: 'One episode of the team',
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
    summary: 'Put the episodes of a story in order',
    description:
      "The place is the number in the reader's address. Moving a published episode therefore needs the right to publish.",
    access: 'user',
    params: IdParams,
    body: Type.Object({ episode_ids: Type.Array(Id, { maxItems: 5000, description: 'each episode once' }) }),
    replies: { 204: null },
    refusals: [403, 409],
  },
  'PUT /creator/episodes/:id/number': {
    tag: 'Console',
    summary: 'Give an episode another number',
    description:
      'Episodes between the old and the new place move by one. Moving a published episode needs the right to publish.',
    access: 'user',
    params: IdParams,
    body: Type.Object({
      number: Type.Integer({ minimum: 1, maximum: 5000, description: 'place in the story, from 1' }),
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
      'One or more pictures whose content is JPEG or PNG, at most 3 MiB each. If one is refused, none is added.',
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
    summary: 'Upload the pages of a zip or CBZ',
    description:
      'At most 150 MiB, unencrypted, stored or deflated. Its JPEG and PNG pictures are added in natural order of their paths. It may hold 100 pictures of at most 3 MiB each. `skipped` lists the other files.',
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
          description: 'in the place of the file: one that `POST /media/direct` began',
        }),
        file: Type.Optional(Type.Unsafe<unknown>({ type: 'string', format: 'binary' })),
      }),
    },
    replies: { 202: ImportReply },
    refusals: [403, 404, 409, 413, 415, 422, 429],
  },
  'PUT /creator/pages/sort': {
    tag: 'Console',
    summary: 'Put the pages of an episode in order',
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
    summary: 'Reverse the order of the pages',
    access: 'user',
    body: Type.Object({ episode_id: Id, lock_version: LockVersion }),
    replies: { 200: PagesReply },
    refusals: [403, 404, 409],
  },
  'PUT /creator/pages/:id': {
    tag: 'Console',
    summary: 'Replace a page by another picture',
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
    summary: 'Say what a page shows, for who cannot see it',
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
