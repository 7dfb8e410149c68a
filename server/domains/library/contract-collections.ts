/** Named lists of stories, for their owners and for whoever was given the address of a shared one. */
import Type from 'typebox';
import { defineContract } from '../../lib/contract.ts';
import { Id, IdParams, Moment, Nullable, PageQuery, PageReply, RequiredText } from '../../lib/schemas.ts';
import { ShelfStory } from './contract-shelf.ts';
import { COLLECTION_TITLE_MAX_LENGTH } from './rules.ts';

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

export const collectionCalls = defineContract({
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
