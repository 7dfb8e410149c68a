/** Named lists of stories, for their owners and for whoever was given the address of a shared one. */
import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import {
  Id,
  IdParams,
  Moment,
  Nullable,
  OneOf,
  PageQuery,
  PageReply,
  TitleText,
} from '../../../lib/schemas.ts';
import { ShelfStory } from './contract-shelf.ts';
import {
  COLLECTION_ABOUT_MAX_LENGTH,
  COLLECTION_LISTS,
  COLLECTION_STORIES_MAX_COUNT,
  COLLECTION_TITLE_MAX_LENGTH,
  WHY_MAX_LENGTH,
} from './rules.ts';

const Title = TitleText(COLLECTION_TITLE_MAX_LENGTH, 'title');
const About = Type.String({
  maxLength: COLLECTION_ABOUT_MAX_LENGTH,
  description: 'what its owner says of it; plain text, may be blank',
});
const Why = Type.String({
  maxLength: WHY_MAX_LENGTH,
  description: 'why the story stands there; plain text, may be blank',
});
const Shared = Type.Boolean({ description: 'readable by anyone; private unless shared' });
const Owner = Type.Object({ slug: Type.String(), display_name: Type.String() });

const collection = {
  id: Id,
  title: Type.String(),
  about: Type.String(),
  shared: Shared,
  stories_count: Type.Integer({ description: 'with those that are not shown' }),
  followers_count: Type.Integer({ description: 'readers who follow it; 0 unless it is shared' }),
  created_at: Moment,
  updated_at: Moment,
};

/** As it stands in a reader's library. */
export const ListedCollection = Type.Object({
  ...collection,
  own: Type.Boolean({ description: 'false for one of somebody else that the viewer follows' }),
  owner: Owner,
  mini_thumbnail_urls: Type.Array(Type.String(), {
    description: 'covers of its first stories that are shown, at most 3',
  }),
  contains: Nullable(
    Type.Boolean({ description: 'whether it holds `story_id`; null when none was asked for' }),
  ),
});

/** A story in a collection. */
export const CollectionEntry = Type.Object({
  story_id: Nullable(Id),
  number: Type.Integer({ description: 'its place, from 1; it is kept when the story is not shown' }),
  why: Type.String(),
  story: Nullable(
    Type.Object(
      {
        ...ShelfStory.properties,
        genre: Type.String(),
        episodes_count: Type.Integer({ description: 'published episodes' }),
      },
      { description: 'null for one that has left, or is not available to the caller' },
    ),
  ),
  place: Nullable(
    Type.Object(
      {
        number: Type.Integer({ description: 'of the episode that the viewer had open last' }),
        next_number: Nullable(Type.Integer({ description: 'of the episode after it; null for the last' })),
        finished: Type.Boolean({ description: 'its end was reached' }),
      },
      { description: 'where the viewer is; null for who has not begun, and for visitors' },
    ),
  ),
});

export const CollectionPage = Type.Object({
  ...collection,
  own: Type.Boolean({ description: 'true for the caller' }),
  following: Type.Boolean({ description: 'the caller follows it' }),
  owner: Type.Object({ ...Owner.properties, mini_thumbnail_url: Nullable(Type.String()) }),
  stories: Type.Array(CollectionEntry, { description: 'in the order of its owner' }),
  ...PageReply,
});

const OwnCollection = Type.Object({ collection: Type.Object(collection), message: Type.String() });

const Contained = Type.Object({
  contained: Type.Boolean(),
  added: Type.Boolean({ description: 'it was not there before' }),
  stories_count: Type.Integer(),
  message: Type.String(),
});

const Following = Type.Object({
  following: Type.Boolean(),
  followers_count: Type.Integer(),
  message: Type.String(),
});

const StoryParams = Type.Object({ id: Id, story_id: Id });

export const collectionCalls = defineContract({
  'GET /collections': {
    tag: 'Library',
    summary: "List the viewer's collections",
    description:
      'Their own, newest first, then those of others that they follow; with `story_id` each tells whether it holds that story. One that is shared no longer is not listed.',
    access: 'user',
    query: Type.Object({
      story_id: Type.Optional(Id),
      list: Type.Optional(OneOf(COLLECTION_LISTS, '`own` unless said otherwise')),
      ...PageQuery,
    }),
    replies: { 200: Type.Object({ collections: Type.Array(ListedCollection), ...PageReply }) },
  },
  'POST /collections': {
    tag: 'Library',
    summary: 'Make a collection',
    access: 'user',
    body: Type.Object({ title: Title, about: Type.Optional(About), shared: Type.Optional(Shared) }),
    replies: { 201: OwnCollection },
    refusals: [422, 429],
    form: { empty: ['title'] },
  },
  'GET /collections/:id': {
    tag: 'Library',
    summary: 'Get a collection and its stories',
    description:
      'A shared one is for anyone, a private one for its owner. A story that is not available to the caller keeps its place without a name.',
    access: 'anyone',
    params: IdParams,
    query: Type.Object(PageQuery),
    replies: { 200: Type.Object({ collection: CollectionPage }) },
  },
  'PATCH /collections/:id': {
    tag: 'Library',
    summary: 'Rename, describe, share or hide a collection',
    description: 'One that is shared no longer is gone from the lists of those who follow it.',
    access: 'user',
    params: IdParams,
    body: Type.Object({
      title: Type.Optional(Title),
      about: Type.Optional(About),
      shared: Type.Optional(Shared),
    }),
    replies: { 200: OwnCollection },
    refusals: [429],
    form: { empty: ['title', 'about'] },
  },
  'DELETE /collections/:id': {
    tag: 'Library',
    summary: 'Delete a collection',
    access: 'user',
    params: IdParams,
    replies: { 204: null },
    refusals: [429],
    form: {},
  },
  'PUT /collections/:id/order': {
    tag: 'Library',
    summary: 'Put the stories of a collection in order',
    description: 'An order that does not name each of its stories once is refused with 409: load them again.',
    access: 'user',
    params: IdParams,
    body: Type.Object({
      story_ids: Type.Array(Id, { maxItems: COLLECTION_STORIES_MAX_COUNT, description: 'each story once' }),
    }),
    replies: { 204: null },
    refusals: [409, 429],
  },
  'PUT /collections/:id/follow': {
    tag: 'Library',
    summary: 'Follow a shared collection',
    description: 'It stands in the library then. Following again changes nothing.',
    access: 'user',
    params: IdParams,
    replies: { 200: Following },
    refusals: [409, 422, 429],
    form: {},
  },
  'DELETE /collections/:id/follow': {
    tag: 'Library',
    summary: 'Follow a collection no longer',
    description: 'Works also for one that is shared no longer; its count is 0 then.',
    access: 'user',
    params: IdParams,
    replies: { 200: Following },
    refusals: [429],
    form: {},
  },
  'PUT /collections/:id/stories/:story_id': {
    tag: 'Library',
    summary: 'Put a story into a collection, move it, or say why it stands there',
    description:
      'A new one stands behind the others. What is left out stays as it is; sending the same again changes nothing. A place beyond the end is the last.',
    access: 'user',
    params: StoryParams,
    body: Type.Object({
      position: Type.Optional(
        Type.Integer({ minimum: 1, maximum: COLLECTION_STORIES_MAX_COUNT, description: 'from 1' }),
      ),
      why: Type.Optional(Why),
    }),
    replies: { 200: Contained },
    refusals: [422, 429, 451],
    form: { empty: ['why'] },
  },
  'DELETE /collections/:id/stories/:story_id': {
    tag: 'Library',
    summary: 'Take a story out of a collection',
    access: 'user',
    params: StoryParams,
    replies: { 200: Contained },
    refusals: [429],
    form: {},
  },
});
