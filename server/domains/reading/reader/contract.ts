import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { Id, IdParams, Moment, Nullable, OneOf } from '../../../lib/schemas.ts';
import { EPISODE_STATUSES, ORIENTATIONS, READ_MODES } from '../../publishing/episodes/contract.ts';
import { CHAPTERS_ANSWERED_COUNT } from '../../publishing/novels/rules.ts';
import { storyDetails } from '../../publishing/stories/contract.ts';
import { FORMATS, PUBLICATION_TYPES } from '../../publishing/stories/rules.ts';
import { BOOK_QUERY_MAX_LENGTH, HITS_MAX_COUNT } from './rules.ts';

const Address = Nullable(Type.String({ description: 'path of a picture; null without one' }));
const Coins = Type.Integer({ description: 'coins; 0 is free' });
const FreeAt = Nullable({ ...Moment, description: 'when it becomes free, of what costs something' });

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
      description: 'chosen thumbnail, else the first page if anyone may read it; null without either',
    }),
  ),
  published_at: Moment,
  price: Coins,
  free_at: FreeAt,
  likes_count: Type.Integer(),
  comments_count: Type.Integer(),
});

/** A story as readers see it. */
export const PublicStory = Type.Object({
  ...storyDetails,
  cover_url: Address,
  thumbnail_url: Address,
  mini_thumbnail_url: Address,
  author: Author,
  pricing_strategy: Type.Object({
    type: OneOf(['all_free', 'all_premium', 'first_free', 'custom'], 'anything but all_free is premium'),
  }),
  subscribers_count: Type.Integer(),
  views_count: Type.Integer(),
  likes_count: Type.Integer(),
  rating_average: Nullable(Type.Number({ description: '1 to 5, two decimals; null without ratings' })),
  ratings_count: Type.Integer(),
  rating_distribution: Type.Array(Type.Integer(), {
    minItems: 5,
    maxItems: 5,
    description: 'how many readers gave one star, two, and so on to five',
  }),
  last_update: Moment,
  published: Type.Boolean(),
  next_release: Nullable(
    Type.Object(
      { episode_number: Type.Integer(), publish_at: Moment },
      { description: 'the next scheduled episode that its team announces' },
    ),
  ),
  episodes: Type.Array(ListedEpisode, {
    description: 'the published ones in order, at most 100 from `episodes_from` on',
  }),
  episodes_next: Nullable(
    Type.Integer({ description: 'send it as `episodes_from` for those that follow; null at the end' }),
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
  url: Type.String({ description: 'the JPEG' }),
};

const ReadPage = Type.Object({
  id: Id,
  number: Type.Integer({ description: 'from 1' }),
  alt_text: Type.String({
    description: "what it shows, in the story's language; empty if its creator says nothing",
  }),
  ...Picture,
  pieces: Type.Array(Type.Object(Picture), {
    description:
      'the whole page in parts from the top; strips have several, and the first equals the fields above',
  }),
});

const ReadChapter = Type.Object({
  id: Id,
  number: Type.Integer({ description: 'from 1' }),
  title: Type.String(),
  html: Type.String({
    description:
      'clean HTML; a link within the book is `chapter:{id}`, or `chapter:{id}#{place}` with an id in that HTML',
  }),
});

/** An episode as whoever has not unlocked it sees it. */
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
    language: Type.String({ description: 'ISO 639-1' }),
    mini_thumbnail_url: Address,
  }),
  status: OneOf(EPISODE_STATUSES),
  read_mode: OneOf(READ_MODES),
  page_orientation: OneOf(ORIENTATIONS),
  price: Coins,
  free_at: FreeAt,
  unlocked: Type.Boolean({ description: 'whether the caller has unlocked it' }),
  kept: Type.Boolean({
    description: 'unpublished since the caller paid for it; it is shown as it was last public',
  }),
  likes_count: Type.Integer(),
  views_count: Type.Integer(),
  comments_count: Type.Integer(),
  impressions_count: Type.Integer(),
  previous: Neighbour,
  next: Neighbour,
};

/** An episode as readers see it. */
export const PublicEpisode = Type.Object({
  ...LockedEpisode,
  pages: Type.Optional(Type.Array(ReadPage, { description: 'comics and indie stories' })),
  chapters: Type.Optional(
    Type.Array(ReadChapter, {
      description: `novels; at most ${CHAPTERS_ANSWERED_COUNT} from \`chapters_from\` on`,
    }),
  ),
  chapters_next: Type.Optional(
    Nullable(
      Type.Integer({ description: 'send it as `chapters_from` for those that follow; null at the end' }),
    ),
  ),
  chapters_total: Type.Optional(Type.Integer({ description: 'number of all chapters' })),
});

const Hit = Type.Object({
  chapter: Type.Object({
    id: Id,
    number: Type.Integer({ description: 'from 1' }),
    title: Type.String(),
  }),
  excerpt: Type.String({ description: 'text around the hit, from the same paragraph' }),
  mark: Type.Object(
    { from: Type.Integer(), to: Type.Integer() },
    { description: 'where the hit stands in the excerpt, in UTF-16 units' },
  ),
  at: Type.Integer({
    description:
      "UTF-16 units of the chapter's text before the hit, without readings of ruby and what only parts blocks",
  }),
  length: Type.Integer({ description: 'of the hit, counted as `at`' }),
  offset: Type.Number({ description: 'share of the chapter before the hit, from 0 to 1' }),
});

export const readingContract = defineContract({
  'GET /stories/:id': {
    tag: 'Reading',
    summary: 'Get a story and its published episodes',
    description: 'The story is named by its id or slug; an old slug still finds it.',
    access: 'anyone',
    params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 200, description: 'id or slug' }) }),
    query: Type.Object({
      episodes_from: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'first episode number of the list' }),
      ),
    }),
    replies: { 200: Type.Object({ story: PublicStory }) },
    refusals: [451],
  },
  'GET /episodes/:id': {
    tag: 'Reading',
    summary: 'Get an episode with its pages or chapters',
    description:
      'The answer to a locked episode is 402 and the same `episode` without its pages or chapters.',
    access: 'anyone',
    params: IdParams,
    query: Type.Object({
      chapters_from: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'first chapter number of the list' }),
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
      'The book is made of the chapters as they are now, for whoever may read them. Anything but a novel is answered with 404.',
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
      'Capitals, accents, vowel signs and kinds of quotation marks make no difference. A phrase lies within one paragraph. Anything but a novel has no hits.',
    access: 'anyone',
    params: IdParams,
    query: Type.Object({
      q: Type.String({ minLength: 1, maxLength: BOOK_QUERY_MAX_LENGTH, description: 'phrase' }),
    }),
    replies: {
      200: Type.Object({
        hits: Type.Array(Hit, { description: `in order, at most ${HITS_MAX_COUNT}` }),
        has_more: Type.Boolean({
          description: 'whether there are more hits than these, or the text goes on behind 8 million signs',
        }),
      }),
    },
    refusals: [402, 422, 429, 451],
  },
});
