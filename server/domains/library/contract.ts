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
import { creatorCalls } from './contract-creators.ts';
import { Continue, GlideSpeed, Mine, Place, Setting, Showing } from './contract-mine.ts';
import { KeptPlace, KeptPlacesQuery, ShelfStory } from './contract-shelf.ts';
import { COLLECTION_TITLE_MAX_LENGTH, PLACES_MAX_COUNT, SHELVES } from './rules.ts';

const ChosenAt = Type.Optional(
  Type.String({
    format: 'date-time',
    description: 'ISO 8601, UTC; now, unless the browser sends it late',
  }),
);

export const LibraryStory = Type.Object({
  ...ShelfStory.properties,
  subscribed: Type.Boolean(),
  read_at: Nullable(Moment),
  continue: Nullable(Continue),
  new_episodes: Type.Integer({
    description: 'episodes that came out since the story was read or subscribed to, at most 100',
  }),
});

export const LibraryView = Type.Object({
  continue_reading: Type.Array(LibraryStory, { description: 'what was read last comes first' }),
  continue_reading_total: Type.Integer(),
  subscriptions: Type.Array(LibraryStory, { description: 'what was updated last comes first' }),
  subscriptions_total: Type.Integer(),
  page: Type.Integer({ description: 'of each list' }),
  per_page: Type.Integer(),
});

const Title = RequiredText(COLLECTION_TITLE_MAX_LENGTH, 'title');
const Shared = Type.Boolean({ description: 'readable by anyone; private unless shared' });

const collection = {
  id: Id,
  title: Type.String(),
  shared: Shared,
  stories_count: Type.Integer({ description: 'of those that are shown' }),
  created_at: Moment,
  updated_at: Moment,
};

/** As its owner lists it. */
export const ListedCollection = Type.Object({
  ...collection,
  mini_thumbnail_urls: Type.Array(Type.String(), {
    description: 'covers of the stories added last, at most 3',
  }),
  contains: Nullable(
    Type.Boolean({ description: 'whether it holds `story_id`; null when none was asked for' }),
  ),
});

export const CollectionPage = Type.Object({
  ...collection,
  own: Type.Boolean({ description: 'true for the caller' }),
  owner: Type.Object({ slug: Type.String(), display_name: Type.String() }),
  stories: Type.Array(ShelfStory, { description: 'what was added last comes first' }),
  ...PageReply,
});

const OwnCollection = Type.Object({ collection: Type.Object(collection), message: Type.String() });

const Contained = Type.Object({
  contained: Type.Boolean(),
  stories_count: Type.Integer(),
  message: Type.String(),
});

const StoryParams = Type.Object({ id: Id, story_id: Id });

const Subscription = Type.Object({
  subscribed: Type.Boolean(),
  subscribers_count: Type.Integer(),
  message: Type.String(),
});

export const libraryContract = defineContract({
  ...creatorCalls,
  'PUT /stories/:id/subscription': {
    tag: 'Library',
    summary: 'Subscribe to a story',
    description: 'Subscribing again changes nothing.',
    access: 'user',
    params: IdParams,
    replies: { 200: Subscription },
    refusals: [409, 451],
    form: {},
  },
  'DELETE /stories/:id/subscription': {
    tag: 'Library',
    summary: 'Unsubscribe from a story',
    description: 'Works also for a story that is no longer shown; its count is 0 then.',
    access: 'user',
    params: IdParams,
    replies: { 200: Subscription },
    refusals: [451],
    form: {},
  },
  'GET /stories/:id/mine': {
    tag: 'Library',
    summary: "Get the viewer's part of a story",
    description:
      'Subscription, rating, open report, the chosen way of reading and its speed, the place to go on, and marks of at most 100 published episodes from `episodes_from` on, as `GET /stories/{id}` lists them.',
    access: 'user',
    params: IdParams,
    query: Type.Object({
      episodes_from: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'first episode number of the list' }),
      ),
    }),
    replies: { 200: Mine },
    refusals: [451],
  },
  'PUT /stories/:id/choice': {
    tag: 'Library',
    summary: 'Keep how a story is shown',
    description:
      'The later choice counts, whichever comes in first. Sending the same again changes nothing. Choices of 500 stories are kept; the oldest go.',
    access: 'user',
    params: IdParams,
    body: Type.Object({
      ...Showing,
      chosen_at: ChosenAt,
    }),
    replies: { 204: null },
    refusals: [429, 451],
  },
  'PUT /library/settings': {
    tag: 'Library',
    summary: 'Keep how the viewer reads',
    access: 'user',
    body: Type.Object(
      {
        glide_speed: Type.Optional(GlideSpeed),
        prose: Type.Optional(
          Type.Object({
            ...Setting,
            writing: Type.Optional(Setting.writing),
            chosen_at: ChosenAt,
          }),
        ),
      },
      { minProperties: 1, description: 'what is left out stays as it is' },
    ),
    replies: { 204: null },
    refusals: [429],
  },
  'PUT /episodes/:id/progress': {
    tag: 'Library',
    summary: 'Keep the place in an episode',
    description:
      'The furthest item never goes back, whatever the order in which devices send their places. A number beyond the end counts as the end.',
    access: 'user',
    params: IdParams,
    body: Type.Object(Place),
    replies: { 204: null },
    refusals: [402, 451],
  },
  'PUT /library/progress': {
    tag: 'Library',
    summary: 'Bring places along that a browser has kept',
    description:
      'Merged with what is known: the latest place counts, and the furthest item never goes back. Episodes that are unknown or that the viewer may not read are left out. Sending the same again changes nothing.',
    access: 'user',
    body: Type.Object({
      episodes: Type.Array(Type.Object({ episode_id: Id, ...Place, read_at: Moment }), {
        maxItems: PLACES_MAX_COUNT,
      }),
    }),
    replies: { 204: null },
  },
  'GET /library': {
    tag: 'Library',
    summary: 'List what the viewer is reading and follows',
    description: 'Only stories that are published and available where the viewer is.',
    access: 'user',
    query: Type.Object({
      shelf: Type.Optional(OneOf(SHELVES, 'only this list; the other one is empty')),
      ...PageQuery,
    }),
    replies: { 200: LibraryView },
  },
  'GET /library/places': {
    tag: 'Library',
    summary: 'Find where places lead that a browser has kept',
    description:
      'For visitors, whose places no account knows. Episodes that are not published, or not available to the caller, are left out.',
    access: 'anyone',
    query: KeptPlacesQuery,
    replies: { 200: Type.Object({ places: Type.Array(KeptPlace) }) },
  },
  'GET /collections': {
    tag: 'Library',
    summary: "List the viewer's collections",
    description: 'Newest first; with `story_id` each tells whether it holds that story.',
    access: 'user',
    query: Type.Object({
      story_id: Type.Optional(Id),
      ...PageQuery,
    }),
    replies: { 200: Type.Object({ collections: Type.Array(ListedCollection), ...PageReply }) },
  },
  'POST /collections': {
    tag: 'Library',
    summary: 'Make a collection',
    access: 'user',
    body: Type.Object({ title: Title, shared: Type.Optional(Shared) }),
    replies: { 201: OwnCollection },
    refusals: [409],
    form: { empty: ['title'] },
  },
  'GET /collections/:id': {
    tag: 'Library',
    summary: 'Get a collection and its stories',
    description:
      'A shared one is for anyone, a private one for its owner. Stories that are not available to the caller are left out.',
    access: 'anyone',
    params: IdParams,
    query: Type.Object(PageQuery),
    replies: { 200: Type.Object({ collection: CollectionPage }) },
  },
  'PATCH /collections/:id': {
    tag: 'Library',
    summary: 'Rename, share or hide a collection',
    access: 'user',
    params: IdParams,
    body: Type.Object({ title: Type.Optional(Title), shared: Type.Optional(Shared) }),
    replies: { 200: OwnCollection },
    form: { empty: ['title'] },
  },
  'DELETE /collections/:id': {
    tag: 'Library',
    summary: 'Delete a collection',
    access: 'user',
    params: IdParams,
    replies: { 204: null },
    form: {},
  },
  'PUT /collections/:id/stories/:story_id': {
    tag: 'Library',
    summary: 'Put a story into a collection',
    description: 'Putting it there again changes nothing.',
    access: 'user',
    params: StoryParams,
    replies: { 200: Contained },
    refusals: [409, 451],
    form: {},
  },
  'DELETE /collections/:id/stories/:story_id': {
    tag: 'Library',
    summary: 'Take a story out of a collection',
    access: 'user',
    params: StoryParams,
    replies: { 200: Contained },
    form: {},
  },
});
