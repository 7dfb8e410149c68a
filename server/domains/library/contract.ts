import Type from 'typebox';
import { defineContract } from '../../lib/contract.ts';
import { Id, IdParams, Moment, Nullable } from '../../lib/schemas.ts';
import { PLACES_MAX_COUNT } from './rules.ts';

/** More items than any episode holds. */
const ITEM_MAX = 1_000_000;

const Item = Type.Integer({ minimum: 1, description: 'page or chapter, from 1' });
const SentItem = Type.Integer({
  minimum: 1,
  maximum: ITEM_MAX,
  description: 'page or chapter, from 1; beyond the end it is the last',
});
const Offset = Type.Number({ minimum: 0, maximum: 1, description: 'how far within the item; 0 is its top' });

const Place = {
  item: SentItem,
  furthest_item: SentItem,
  offset: Type.Optional(Offset),
};

/** Where a reader goes on in a story. */
export const Continue = Type.Object(
  {
    episode_id: Id,
    number: Type.Integer({ description: 'position of the episode in its story, from 1' }),
    title: Type.String(),
    item: Item,
    items: Type.Integer({ description: 'how many the episode has' }),
    offset: Offset,
    finished: Type.Boolean({ description: 'its end was reached once' }),
    next: Nullable(
      Type.Object(
        { episode_id: Id, number: Type.Integer() },
        { description: 'the published episode after it; null for the last' },
      ),
    ),
  },
  { description: 'the episode that was open last, of those still published' },
);

/** A story as far as it is about one reader. */
export const Mine = Type.Object({
  own: Type.Boolean({ description: "the reader belongs to the story's team, and so may not rate it" }),
  subscribed: Type.Boolean(),
  stars: Nullable(Type.Integer({ description: '1 to 5; null without a rating' })),
  reported: Nullable(
    Type.Object(
      { number: Type.Integer(), created_at: Moment },
      { description: 'the open report of this reader about the story' },
    ),
  ),
  continue: Nullable(Continue),
  episodes: Type.Array(
    Type.Object({
      id: Id,
      item: Item,
      furthest_item: Type.Integer({ description: 'it never goes back' }),
      items: Type.Integer(),
      finished: Type.Boolean({ description: 'its end was reached once' }),
    }),
    { description: 'read marks of the listed episodes; an episode never opened has none' },
  ),
  liked_episode_ids: Type.Array(Id),
  unlocked_episode_ids: Type.Array(Id),
});

const Subscription = Type.Object({
  subscribed: Type.Boolean(),
  subscribers_count: Type.Integer(),
  message: Type.String(),
});

export const libraryContract = defineContract({
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
    description: 'Works always, also for a story that is no longer shown; its count is 0 then.',
    access: 'user',
    params: IdParams,
    replies: { 200: Subscription },
    form: {},
  },
  'GET /stories/:id/mine': {
    tag: 'Library',
    summary: "Get the viewer's part of a story",
    description:
      'Subscription, rating, open report, the place to go on, and marks of at most 100 published episodes from `episodes_from` on, as `GET /stories/{id}` lists them.',
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
});
