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
    description: 'time of the choice, ISO 8601, UTC; default: now; for choices that the browser sends late',
  }),
);

export const LibraryStory = Type.Object({
  ...ShelfStory.properties,
  subscribed: Type.Boolean(),
  notify: Nullable(NotifyChoice),
  read_at: Nullable(Moment),
  continue: Nullable(Continue),
  new_episodes: Type.Integer({
    description: 'number of episodes published since the story was read or subscribed to, at most 100',
  }),
});

export const LibraryView = Type.Object({
  continue_reading: Type.Array(LibraryStory, { description: 'most recently read first' }),
  continue_reading_total: Type.Integer(),
  finished: Type.Array(LibraryStory, {
    description:
      'stories read to the end of the last published episode; the next episode moves them back to `continue_reading`',
  }),
  finished_total: Type.Integer(),
  subscriptions: Type.Array(LibraryStory, { description: 'in the order of `sort`' }),
  subscriptions_total: Type.Integer(),
  page: Type.Integer({ description: 'page number of each list' }),
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
      'Subscribing again changes only `notify`, if it is sent. Without `notify`, a new subscription gets `all`.',
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
    description:
      'The call also works for a story that is no longer shown. Its `subscribers_count` is then 0.',
    access: 'user',
    params: IdParams,
    replies: { 200: Subscription },
    refusals: [429, 451],
    form: {},
  },
  'GET /stories/:id/mine': {
    tag: 'Library',
    summary: "Get the viewer's data about a story",
    description:
      'The reply contains subscription, rating, open report, display settings, scroll speed and the position to continue from. It also contains progress in at most 100 published episodes from `episodes_from` on, as in `GET /stories/{id}`.',
    access: 'user',
    params: IdParams,
    query: Type.Object({
      episodes_from: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'number of the first listed episode' }),
      ),
    }),
    replies: { 200: Mine },
    refusals: [451],
  },
  'PUT /stories/:id/choice': {
    tag: 'Library',
    summary: 'Save how a story is shown',
    description:
      'The latest choice counts, in whatever order choices arrive. Sending the same choice again changes nothing. We keep choices for 500 stories and delete the oldest.',
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
    summary: "Save the viewer's reading settings",
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
      { minProperties: 1, description: 'omitted fields stay unchanged' },
    ),
    replies: { 204: null },
    refusals: [429],
  },
  'PUT /episodes/:id/progress': {
    tag: 'Library',
    summary: 'Save the reading position in an episode',
    description:
      'The furthest item never goes back, in whatever order devices send their positions. A number beyond the end means the end.',
    access: 'user',
    params: IdParams,
    body: Type.Object({
      ...Place,
      moved: Type.Optional(
        Type.Boolean({
          description:
            "false when this device has sent the position before: only `seconds` counts, and another device's position stays",
        }),
      ),
      seconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: DAY_MAX_SECONDS,
          description:
            'seconds of reading since the last call, for `GET /user/attention`. At most the time that has passed counts, over all devices, and at most 600 per call',
        }),
      ),
    }),
    replies: { 204: null },
    refusals: [402, 429, 451],
  },
  'PUT /library/progress': {
    tag: 'Library',
    summary: 'Import reading positions stored in a browser',
    description:
      'The call merges the positions with those of the account. The latest position counts, and the furthest item never goes back. Episodes that are unknown or not readable by the viewer are ignored. Sending the same positions again changes nothing.',
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
    summary: 'List the stories that the viewer reads and subscribes to',
    description: "The lists contain only stories that are published and available in the viewer's country.",
    access: 'user',
    query: Type.Object({
      shelf: Type.Optional(OneOf(SHELVES, 'return only this list; the others are empty')),
      sort: Type.Optional(
        OneOf(
          SUBSCRIPTION_SORTS,
          'order of subscriptions: most recently updated (default), title, most recently read, most recently subscribed',
        ),
      ),
      ...PageQuery,
    }),
    replies: { 200: LibraryView },
  },
  'DELETE /library/reading/:story_id': {
    tag: 'Library',
    summary: 'Remove a story from the reading shelf',
    description: 'The reading position stays. Reading on puts the story back on the shelf.',
    access: 'user',
    params: Type.Object({ story_id: Id }),
    replies: { 204: null },
    refusals: [429],
    form: {},
  },
  'PUT /library/reading/:story_id': {
    tag: 'Library',
    summary: 'Put a story back on the reading shelf',
    access: 'user',
    params: Type.Object({ story_id: Id }),
    replies: { 204: null },
    refusals: [429],
    form: {},
  },
  'GET /library/places': {
    tag: 'Library',
    summary: 'Resolve reading positions stored in a browser',
    description:
      'The call serves visitors, who have no account to store positions. Episodes that are unpublished or not available to the caller are left out.',
    access: 'anyone',
    query: KeptPlacesQuery,
    replies: { 200: Type.Object({ places: Type.Array(KeptPlace) }) },
  },
});
