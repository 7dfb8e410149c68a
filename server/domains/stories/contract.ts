import Type from 'typebox';
import { defineContract } from '../../lib/contract.ts';
import {
  Id,
  IdParams,
  Moment,
  Nullable,
  OneOf,
  PageQuery,
  PageReply,
  RequiredText,
} from '../../lib/schemas.ts';
import {
  DESCRIPTION_MOST,
  FORMATS,
  GENRES,
  PUBLICATION_TYPES,
  RATINGS,
  TAG_MOST,
  TITLE_MOST,
} from './rules.ts';

const Tags = Type.Array(Type.String({ maxLength: TAG_MOST }), { maxItems: 50, description: 'at most 10' });

/** A story as its team sees it. */
export const ConsoleStory = Type.Object({
  id: Id,
  slug: Type.String(),
  title: Type.String(),
  description: Type.String(),
  publication_type: OneOf(PUBLICATION_TYPES),
  format: Nullable(OneOf(FORMATS, 'null for novels')),
  rating: OneOf(RATINGS),
  genre: Type.String(),
  language: Type.String({ description: 'ISO 639-1' }),
  tags: Type.Array(Type.String()),
  cover_media_id: Nullable(Id),
  cover_url: Nullable(Type.String()),
  mini_thumbnail_url: Nullable(Type.String()),
  published: Type.Boolean(),
  role: OneOf(['owner', 'publisher', 'editor', 'viewer']),
  episodes_count: Type.Integer(),
  published_count: Type.Integer(),
  subscribers_count: Type.Integer(),
  views_count: Type.Integer(),
  last_update: Moment,
  lock_version: Type.Integer(),
});

const StoryReply = Type.Object({ story: ConsoleStory });

export const storiesContract = defineContract({
  'GET /creator/stories': {
    tag: 'Console',
    summary: "The viewer's stories, last changed first",
    access: 'user',
    query: Type.Object({
      filter: Type.Optional(OneOf(['all', 'published', 'work_in_progress'])),
      ...PageQuery,
    }),
    replies: { 200: Type.Object({ stories: Type.Array(ConsoleStory), ...PageReply }) },
  },
  'POST /creator/stories': {
    tag: 'Console',
    summary: 'Create a story',
    access: 'user',
    body: Type.Object({
      title: RequiredText(TITLE_MOST, 'at most 120 characters'),
      publication_type: OneOf(PUBLICATION_TYPES),
      format: Type.Optional(OneOf(FORMATS)),
      genre: OneOf(GENRES),
      language: RequiredText(2, 'ISO 639-1'),
      description: Type.Optional(Type.String({ maxLength: DESCRIPTION_MOST })),
      tags: Type.Optional(Tags),
      rating: Type.Optional(OneOf(RATINGS)),
      cover_media_id: Type.Optional(Nullable(Id)),
    }),
    replies: { 201: StoryReply },
  },
  'GET /creator/stories/:id': {
    tag: 'Console',
    summary: 'One story of the team',
    access: 'user',
    params: IdParams,
    replies: { 200: StoryReply },
  },
  'PATCH /creator/stories/:id': {
    tag: 'Console',
    summary: 'Change a story',
    access: 'user',
    params: IdParams,
    body: Type.Object({
      title: Type.Optional(RequiredText(TITLE_MOST, 'at most 120 characters')),
      format: Type.Optional(OneOf(FORMATS)),
      genre: Type.Optional(OneOf(GENRES)),
      language: Type.Optional(RequiredText(2, 'ISO 639-1')),
      description: Type.Optional(Type.String({ maxLength: DESCRIPTION_MOST })),
      tags: Type.Optional(Tags),
      rating: Type.Optional(OneOf(RATINGS)),
      cover_media_id: Type.Optional(Nullable(Id)),
      lock_version: Type.Optional(
        Type.Integer({ minimum: 0, description: 'version seen; a stale one is 409' }),
      ),
    }),
    replies: { 200: StoryReply },
    refusals: [403, 409],
  },
  'DELETE /creator/stories/:id': {
    tag: 'Console',
    summary: 'Delete a work in progress',
    access: 'user',
    params: IdParams,
    body: Type.Object({ title: RequiredText(TITLE_MOST, "the story's title, typed again") }),
    replies: { 204: null },
    refusals: [403, 409],
  },
});
