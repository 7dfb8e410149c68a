import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import {
  Id,
  IdParams,
  LockVersion,
  Moment,
  Nullable,
  OneOf,
  PageQuery,
  PageReply,
  RequiredText,
  TitleText,
} from '../../../lib/schemas.ts';
import {
  DESCRIPTION_MAX_LENGTH,
  FORMATS,
  GENRES,
  PUBLICATION_TYPES,
  RATINGS,
  STEPS,
  STORY_FILTERS,
  STORY_SORTS,
  TAG_MAX_LENGTH,
  TAGS_MAX_COUNT,
  TITLE_MAX_LENGTH,
} from './rules.ts';

const Tags = Type.Union(
  [
    Type.Array(Type.String({ maxLength: 200 }), { maxItems: 50 }),
    Type.String({ maxLength: 2000, description: 'the same tags, separated by commas, as forms send them' }),
  ],
  { description: `at most ${TAGS_MAX_COUNT} tags of at most ${TAG_MAX_LENGTH} characters each` },
);

/** The team's next step. Null for members who only look. */
const NextStep = Type.Object({
  kind: OneOf(STEPS),
  episode_id: Nullable(Id),
  episode_number: Nullable(Type.Integer()),
  count: Type.Integer({ description: 'number of affected pages, 0 if none' }),
});

export const storyDetails = {
  id: Id,
  slug: Type.String(),
  title: Type.String(),
  description: Type.String(),
  publication_type: OneOf(PUBLICATION_TYPES),
  format: Nullable(OneOf(FORMATS, 'null for novels')),
  rating: OneOf(RATINGS),
  genre: Type.String(),
  language: Type.String({ description: 'ISO 639-1, or pt-BR, zh-Hans, zh-Hant' }),
  tags: Type.Array(Type.String()),
};

export const ConsoleStory = Type.Object({
  ...storyDetails,
  cover_media_id: Nullable(Id),
  cover_url: Nullable(Type.String()),
  mini_thumbnail_url: Nullable(Type.String()),
  published: Type.Boolean(),
  role: OneOf(['owner', 'publisher', 'editor', 'viewer']),
  episodes_count: Type.Integer(),
  published_count: Type.Integer(),
  scheduled_count: Type.Integer(),
  in_progress_count: Type.Integer(),
  blocked_count: Type.Integer(),
  next_release: Nullable(
    Type.Object(
      { episode_number: Type.Integer(), publish_at: Moment },
      { description: 'release of the first scheduled episode' },
    ),
  ),
  next_step: Nullable(NextStep),
  subscribers_count: Type.Integer(),
  views_count: Type.Integer(),
  last_update: Moment,
  lock_version: Type.Integer(),
});

export const StoryReply = Type.Object({ story: ConsoleStory });
export const storiesContract = defineContract({
  'GET /categories': {
    tag: 'Reading',
    summary: 'List categories of stories and reports',
    access: 'anyone',
    query: Type.Object({
      kind: OneOf(['genre', 'report']),
      publication_type: Type.Optional(OneOf(PUBLICATION_TYPES, 'only the genres of this type')),
    }),
    replies: {
      200: Type.Object({
        categories: Type.Array(
          Type.Object({
            id: Type.String({ description: 'id used in stories and reports' }),
            label: Type.String({ description: 'name in the language of the request' }),
          }),
        ),
      }),
    },
  },
  'GET /creator/stories': {
    tag: 'Console',
    summary: "List the viewer's stories",
    access: 'user',
    query: Type.Object({
      filter: Type.Optional(OneOf(STORY_FILTERS)),
      sort: Type.Optional(
        OneOf(STORY_SORTS, 'counts: highest first; dates: newest first; next_release: soonest first'),
      ),
      q: Type.Optional(Type.String({ maxLength: TITLE_MAX_LENGTH, description: 'part of the title' })),
      ...PageQuery,
    }),
    replies: {
      200: Type.Object({
        stories: Type.Array(ConsoleStory),
        counts: Type.Object(
          { all: Type.Integer(), published: Type.Integer(), work_in_progress: Type.Integer() },
          { description: 'number of search results per filter' },
        ),
        ...PageReply,
      }),
    },
  },
  'POST /creator/stories': {
    tag: 'Console',
    summary: 'Create a story',
    access: 'user',
    body: Type.Object({
      title: TitleText(TITLE_MAX_LENGTH, 'at most 120 characters'),
      publication_type: OneOf(PUBLICATION_TYPES),
      format: Type.Optional(OneOf(FORMATS)),
      genre: OneOf(GENRES),
      language: RequiredText(7, 'language code from `GET /creator/content_languages`'),
      description: Type.Optional(Type.String({ maxLength: DESCRIPTION_MAX_LENGTH })),
      tags: Type.Optional(Tags),
      rating: Type.Optional(OneOf(RATINGS)),
      cover_media_id: Type.Optional(Nullable(Id)),
    }),
    replies: { 201: StoryReply },
    refusals: [429],
    form: {},
  },
  'GET /creator/stories/:id': {
    tag: 'Console',
    summary: 'Get a story of the team',
    access: 'user',
    params: IdParams,
    replies: { 200: StoryReply },
  },
  'PATCH /creator/stories/:id': {
    tag: 'Console',
    summary: 'Change a story',
    description:
      'The format cannot change while an episode is published or blocked: 409 `format_fixed`. A change between pages ' +
      'and strips remakes every page from its original. Such a change fails with 409 `pages_to_remake` and the ' +
      'number of pages. Send that number to confirm the change.',
    access: 'user',
    params: IdParams,
    body: Type.Object({
      title: Type.Optional(TitleText(TITLE_MAX_LENGTH, 'at most 120 characters')),
      format: Type.Optional(OneOf(FORMATS)),
      genre: Type.Optional(OneOf(GENRES)),
      language: Type.Optional(RequiredText(7, 'language code from `GET /creator/content_languages`')),
      description: Type.Optional(Type.String({ maxLength: DESCRIPTION_MAX_LENGTH })),
      tags: Type.Optional(Tags),
      rating: Type.Optional(OneOf(RATINGS)),
      cover_media_id: Type.Optional(Nullable(Id)),
      pages_to_remake: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: 'with another format: number of pages to remake, as returned with the 409',
        }),
      ),
      lock_version: LockVersion,
    }),
    replies: { 200: StoryReply },
    refusals: [403, 409],
    members: {
      409: {
        pages_to_remake: Type.Optional(
          Type.Integer({ description: 'with pages_to_remake: number of pages to remake' }),
        ),
      },
    },
    form: { empty: ['title', 'description', 'tags'] },
  },
});
