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
  description: "owner's description of the collection; plain text, may be blank",
});
const Why = Type.String({
  maxLength: WHY_MAX_LENGTH,
  description: 'why the story is in the collection; plain text, may be blank',
});
const Shared = Type.Boolean({ description: 'whether anyone can read the collection; private by default' });
const Owner = Type.Object({ slug: Type.String(), display_name: Type.String() });

const collection = {
  id: Id,
  title: Type.String(),
  about: Type.String(),
  shared: Shared,
  stories_count: Type.Integer({ description: 'number of stories, including hidden ones' }),
  followers_count: Type.Integer({ description: 'number of followers; 0 unless the collection is shared' }),
  created_at: Moment,
  updated_at: Moment,
};

export const ListedCollection = Type.Object({
  ...collection,
  own: Type.Boolean({ description: 'whether the viewer owns the collection; false if they only follow it' }),
  owner: Owner,
  mini_thumbnail_urls: Type.Array(Type.String(), {
    description: 'covers of the first visible stories, at most 3',
  }),
  contains: Nullable(
    Type.Boolean({ description: 'whether the collection contains `story_id`; null if not requested' }),
  ),
});

export const CollectionEntry = Type.Object({
  story_id: Nullable(Id),
  number: Type.Integer({ description: 'position in the collection, from 1; hidden stories keep theirs' }),
  why: Type.String(),
  story: Nullable(
    Type.Object(
      {
        ...ShelfStory.properties,
        genre: Type.String(),
        episodes_count: Type.Integer({ description: 'number of published episodes' }),
      },
      { description: 'null when the story is gone or not available to the caller' },
    ),
  ),
  place: Nullable(
    Type.Object(
      {
        number: Type.Integer({ description: 'number of the episode that the viewer opened last' }),
        next_number: Nullable(Type.Integer({ description: 'next episode; null for the last one' })),
        finished: Type.Boolean({ description: 'whether the viewer reached the end of the episode' }),
      },
      { description: "viewer's reading position; null for visitors and unread stories" },
    ),
  ),
});

export const CollectionPage = Type.Object({
  ...collection,
  own: Type.Boolean({ description: 'whether the caller owns the collection' }),
  following: Type.Boolean({ description: 'whether the caller follows the collection' }),
  owner: Type.Object({ ...Owner.properties, mini_thumbnail_url: Nullable(Type.String()) }),
  stories: Type.Array(CollectionEntry, { description: "stories in the owner's order" }),
  ...PageReply,
});

const OwnCollection = Type.Object({ collection: Type.Object(collection), message: Type.String() });

const Contained = Type.Object({
  contained: Type.Boolean(),
  added: Type.Boolean({ description: 'whether the story was added by this call' }),
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
      "The list contains the viewer's own collections, newest first, then the followed ones. With `story_id`, each collection says whether it contains that story. Collections that are no longer shared are left out.",
    access: 'user',
    query: Type.Object({
      story_id: Type.Optional(Id),
      list: Type.Optional(OneOf(COLLECTION_LISTS, 'which collections to list; default: `own`')),
      ...PageQuery,
    }),
    replies: { 200: Type.Object({ collections: Type.Array(ListedCollection), ...PageReply }) },
  },
  'POST /collections': {
    tag: 'Library',
    summary: 'Create a collection',
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
      'Anyone can read a shared collection. Only the owner can read a private one. A story that is not available to the caller keeps its position, without a name.',
    access: 'anyone',
    params: IdParams,
    query: Type.Object(PageQuery),
    replies: { 200: Type.Object({ collection: CollectionPage }) },
  },
  'PATCH /collections/:id': {
    tag: 'Library',
    summary: 'Rename, describe, share or hide a collection',
    description: 'A collection that is no longer shared disappears from the lists of its followers.',
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
    summary: 'Reorder the stories of a collection',
    description:
      'The order must name each story of the collection exactly once. Otherwise the call returns 409: reload the stories.',
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
    description: "The collection appears in the viewer's library. Following it again changes nothing.",
    access: 'user',
    params: IdParams,
    replies: { 200: Following },
    refusals: [409, 422, 429],
    form: {},
  },
  'DELETE /collections/:id/follow': {
    tag: 'Library',
    summary: 'Unfollow a collection',
    description:
      'The call also works for a collection that is no longer shared. Its `followers_count` is then 0.',
    access: 'user',
    params: IdParams,
    replies: { 200: Following },
    refusals: [429],
    form: {},
  },
  'PUT /collections/:id/stories/:story_id': {
    tag: 'Library',
    summary: 'Add a story to a collection, move it, or say why it is there',
    description:
      'A new story goes to the end. Omitted fields stay unchanged. Sending the same call again changes nothing. A position beyond the end means the last one.',
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
    summary: 'Remove a story from a collection',
    access: 'user',
    params: StoryParams,
    replies: { 200: Contained },
    refusals: [429],
    form: {},
  },
});
