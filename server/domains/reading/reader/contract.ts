import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { Id, IdParams, Moment, Nullable, OneOf } from '../../../lib/schemas.ts';
import { EPISODE_STATUSES, ORIENTATIONS, READ_MODES } from '../../publishing/episodes/contract.ts';
import { CHAPTERS_ANSWERED_COUNT } from '../../publishing/novels/rules.ts';
import { storyDetails } from '../../publishing/stories/contract.ts';
import { FORMATS, PUBLICATION_TYPES } from '../../publishing/stories/rules.ts';
import { BOOK_QUERY_MAX_LENGTH, HITS_MAX_COUNT } from './rules.ts';

const Address = Nullable(Type.String({ description: 'path of the picture; null without one' }));
const Coins = Type.Integer({ description: 'price in coins; 0 is free' });
const FreeAt = Nullable({ ...Moment, description: 'when a paid episode becomes free' });

const Author = Type.Object({
  slug: Type.String(),
  display_name: Type.String(),
  founder: Type.Boolean(),
  mini_thumbnail_url: Address,
});

const ListedEpisode = Type.Object({
  id: Id,
  number: Type.Integer({ description: 'position in the story, from 1' }),
  title: Type.String(),
  thumbnail_url: Nullable(
    Type.String({
      description: 'chosen thumbnail, or the first page if anyone may read it; null without either',
    }),
  ),
  published_at: Moment,
  price: Coins,
  free_at: FreeAt,
  likes_count: Type.Integer(),
  comments_count: Type.Integer(),
});

export const PublicStory = Type.Object({
  ...storyDetails,
  cover_url: Address,
  thumbnail_url: Address,
  mini_thumbnail_url: Address,
  author: Author,
  pricing_strategy: Type.Object({
    type: OneOf(['all_free', 'all_premium', 'first_free', 'custom'], 'all values but all_free are premium'),
  }),
  subscribers_count: Type.Integer(),
  views_count: Type.Integer(),
  likes_count: Type.Integer(),
  rating_average: Nullable(Type.Number({ description: '1 to 5, two decimals; null without ratings' })),
  ratings_count: Type.Integer(),
  rating_distribution: Type.Array(Type.Integer(), {
    minItems: 5,
    maxItems: 5,
    description: 'number of readers who gave one to five stars, in this order',
  }),
  last_update: Moment,
  published: Type.Boolean(),
  next_release: Nullable(
    Type.Object(
      { episode_number: Type.Integer(), publish_at: Moment },
      { description: 'next scheduled episode that the team has announced' },
    ),
  ),
  episodes: Type.Array(ListedEpisode, {
    description: 'published episodes in order, at most 100 from `episodes_from` on',
  }),
  episodes_next: Nullable(
    Type.Integer({ description: '`episodes_from` of the next part of the list; null at the end' }),
  ),
  episodes_total: Type.Integer({ description: 'number of all published episodes' }),
});

const Neighbour = Nullable(
  Type.Object({ id: Id, number: Type.Integer(), title: Type.String(), price: Coins, free_at: FreeAt }),
);

const Picture = {
  width: Type.Integer(),
  height: Type.Integer(),
  placeholder: Type.String({ description: 'tiny blurred picture as a data URI' }),
  sources: Type.Array(Type.Object({ type: Type.String(), srcset: Type.String() }), {
    description: 'best format first',
  }),
  url: Type.String({ description: 'path of the JPEG' }),
};

const ReadPage = Type.Object({
  id: Id,
  number: Type.Integer({ description: 'position, from 1' }),
  alt_text: Type.String({
    description: "text alternative in the story's language; empty if the creator gave none",
  }),
  ...Picture,
  pieces: Type.Array(Type.Object(Picture), {
    description:
      'parts of the page from the top; strips have several, and the first part equals the fields above',
  }),
});

const ReadChapter = Type.Object({
  id: Id,
  number: Type.Integer({ description: 'position, from 1' }),
  title: Type.String(),
  html: Type.String({
    description:
      'sanitized HTML; links within the book are `chapter:{id}` or `chapter:{id}#{place}`, where `place` is an id in that HTML',
  }),
});

const LockedEpisode = {
  id: Id,
  number: Type.Integer({ description: 'position in the story, from 1' }),
  title: Type.String(),
  story: Type.Object({
    id: Id,
    slug: Type.String(),
    title: Type.String(),
    publication_type: OneOf(PUBLICATION_TYPES),
    format: Nullable(OneOf(FORMATS, 'null for novels')),
    language: Type.String({ description: 'ISO 639-1 code' }),
    mini_thumbnail_url: Address,
  }),
  status: OneOf(EPISODE_STATUSES),
  read_mode: OneOf(READ_MODES),
  page_orientation: OneOf(ORIENTATIONS),
  price: Coins,
  free_at: FreeAt,
  unlocked: Type.Boolean({ description: 'whether the caller has unlocked the episode' }),
  kept: Type.Boolean({
    description:
      'whether the episode was unpublished after the caller paid for it; it is shown in its last public version',
  }),
  likes_count: Type.Integer(),
  views_count: Type.Integer(),
  comments_count: Type.Integer(),
  impressions_count: Type.Integer(),
  previous: Neighbour,
  next: Neighbour,
};

export const PublicEpisode = Type.Object({
  ...LockedEpisode,
  pages: Type.Optional(Type.Array(ReadPage, { description: 'pages of comics and indie stories' })),
  chapters: Type.Optional(
    Type.Array(ReadChapter, {
      description: `chapters of novels; at most ${CHAPTERS_ANSWERED_COUNT} from \`chapters_from\` on`,
    }),
  ),
  chapters_next: Type.Optional(
    Nullable(Type.Integer({ description: '`chapters_from` of the next part of the list; null at the end' })),
  ),
  chapters_total: Type.Optional(Type.Integer({ description: 'number of all chapters' })),
});

const Hit = Type.Object({
  chapter: Type.Object({
    id: Id,
    number: Type.Integer({ description: 'position, from 1' }),
    title: Type.String(),
  }),
  excerpt: Type.String({ description: 'text around the hit, from the same paragraph' }),
  mark: Type.Object(
    { from: Type.Integer(), to: Type.Integer() },
    { description: 'position of the hit in the excerpt, in UTF-16 units' },
  ),
  at: Type.Integer({
    description:
      "number of UTF-16 units of the chapter's text before the hit, without ruby readings and the separators between blocks",
  }),
  length: Type.Integer({ description: 'length of the hit, counted like `at`' }),
  offset: Type.Number({ description: 'share of the chapter before the hit, from 0 to 1' }),
});

export const readingContract = defineContract({
  'GET /stories/:id': {
    tag: 'Reading',
    summary: 'Get a story and its published episodes',
    description: '`id` is the id or slug of the story. Former slugs still work.',
    access: 'anyone',
    params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 200, description: 'id or slug' }) }),
    query: Type.Object({
      episodes_from: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'number of the first listed episode' }),
      ),
    }),
    replies: { 200: Type.Object({ story: PublicStory }) },
    refusals: [451],
  },
  'GET /episodes/:id': {
    tag: 'Reading',
    summary: 'Get an episode with its pages or chapters',
    description: 'A locked episode returns 402 and the same `episode` without pages or chapters.',
    access: 'anyone',
    params: IdParams,
    query: Type.Object({
      chapters_from: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'number of the first listed chapter' }),
      ),
    }),
    replies: { 200: Type.Object({ episode: PublicEpisode }) },
    refusals: [451],
    members: { 402: { episode: Type.Object(LockedEpisode) } },
  },
  'GET /episodes/epub/:id': {
    tag: 'Reading',
    summary: 'Download an episode of a novel as an EPUB 3.3',
    description:
      'The book contains the current chapters and is available to anyone who may read them. Episodes that are not novels return 404.',
    access: 'anyone',
    params: IdParams,
    replies: { 200: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) },
    media: ['application/epub+zip'],
    refusals: [402, 429, 451],
  },
  'GET /episodes/:id/search': {
    tag: 'Reading',
    summary: 'Find a phrase in the chapters of an episode',
    description:
      'The search ignores case, accents, vowel signs and kinds of quotation marks. It finds a phrase only within one paragraph. Episodes that are not novels have no hits.',
    access: 'anyone',
    params: IdParams,
    query: Type.Object({
      q: Type.String({ minLength: 1, maxLength: BOOK_QUERY_MAX_LENGTH, description: 'phrase to find' }),
    }),
    replies: {
      200: Type.Object({
        hits: Type.Array(Hit, { description: `in the order of the text, at most ${HITS_MAX_COUNT}` }),
        has_more: Type.Boolean({
          description:
            'whether more hits exist, or the text is longer than the 8 million characters that were searched',
        }),
      }),
    },
    refusals: [402, 422, 429, 451],
  },
});
