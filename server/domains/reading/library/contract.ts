import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { Id, IdParams, Moment, Nullable, OneOf, PageQuery } from '../../../lib/schemas.ts';
import { DAY_MAX_SECONDS } from '../reading-time/rules.ts';
import { collectionCalls } from './contract-collections.ts';
import { creatorCalls } from './contract-creators.ts';
import { Continue, GlideSpeed, Mine, Notes, NotifyChoice, Place, Setting, Showing } from './contract-mine.ts';
import { KeptPlace, KeptPlacesQuery, ShelfStory } from './contract-shelf.ts';
import { PLACES_MAX_COUNT, SHELVES, SUBSCRIPTION_SORTS } from './rules.ts';

const ChosenAt = Type.Optional(
  Type.String({
    format: 'date-time',
    description: 'ISO 8601, UTC; now, unless the browser sends it late',
  }),
);

export const LibraryStory = Type.Object({
  ...ShelfStory.properties,
  subscribed: Type.Boolean(),
  notify: Nullable(NotifyChoice),
  read_at: Nullable(Moment),
  continue: Nullable(Continue),
  new_episodes: Type.Integer({
    description: 'episodes that came out since the story was read or subscribed to, at most 100',
  }),
});

export const LibraryView = Type.Object({
  continue_reading: Type.Array(LibraryStory, { description: 'what was read last comes first' }),
  continue_reading_total: Type.Integer(),
  finished: Type.Array(LibraryStory, {
    description: 'read to the end of what is out; with the next episode it is among `continue_reading` again',
  }),
  finished_total: Type.Integer(),
  subscriptions: Type.Array(LibraryStory, { description: 'as `sort` says' }),
  subscriptions_total: Type.Integer(),
  page: Type.Integer({ description: 'of each list' }),
  per_page: Type.Integer(),
});

const Subscription = Type.Object({
  subscribed: Type.Boolean(),
  notify: Nullable(NotifyChoice),
  subscribers_count: Type.Integer(),
  message: Type.String(),
});

export const libraryContract = defineContract({
  ...creatorCalls,
  ...collectionCalls,
  'PUT /stories/:id/subscription': {
    tag: 'Library',
    summary: 'Subscribe to a story',
    description:
      'Subscribing again changes nothing but `notify`, where it is sent. A first subscription without it is `all`.',
    access: 'user',
    params: IdParams,
    body: Type.Object({ notify: Type.Optional(NotifyChoice) }),
    replies: { 200: Subscription },
    refusals: [409, 429, 451],
    form: {},
  },
  'DELETE /stories/:id/subscription': {
    tag: 'Library',
    summary: 'Unsubscribe from a story',
    description: 'Works also for a story that is no longer shown; its count is 0 then.',
    access: 'user',
    params: IdParams,
    replies: { 200: Subscription },
    refusals: [429, 451],
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
        notes: Type.Optional(Type.Object({ ...Notes, chosen_at: ChosenAt })),
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
    body: Type.Object({
      ...Place,
      moved: Type.Optional(
        Type.Boolean({
          description:
            'false: this device has said so before, and `seconds` alone counts; a place of another device stays',
        }),
      ),
      seconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: DAY_MAX_SECONDS,
          description:
            'how long the reader has been reading since this was last sent, for `GET /user/attention`; at most the time that has passed counts, of all devices together, and at most 600 of one call',
        }),
      ),
    }),
    replies: { 204: null },
    refusals: [402, 429, 451],
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
    refusals: [429],
  },
  'GET /library': {
    tag: 'Library',
    summary: 'List what the viewer is reading and follows',
    description: 'Only stories that are published and available where the viewer is.',
    access: 'user',
    query: Type.Object({
      shelf: Type.Optional(OneOf(SHELVES, 'only this list; the others are empty')),
      sort: Type.Optional(
        OneOf(
          SUBSCRIPTION_SORTS,
          'of subscriptions: what was updated last (usual), by title, what was read last, what was subscribed to last',
        ),
      ),
      ...PageQuery,
    }),
    replies: { 200: LibraryView },
  },
  'DELETE /library/reading/:story_id': {
    tag: 'Library',
    summary: 'Take a story off the shelf of what is read',
    description: 'Its place is kept. Whoever reads on has it there again.',
    access: 'user',
    params: Type.Object({ story_id: Id }),
    replies: { 204: null },
    refusals: [429],
    form: {},
  },
  'PUT /library/reading/:story_id': {
    tag: 'Library',
    summary: 'Put a story back on the shelf of what is read',
    access: 'user',
    params: Type.Object({ story_id: Id }),
    replies: { 204: null },
    refusals: [429],
    form: {},
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
});
