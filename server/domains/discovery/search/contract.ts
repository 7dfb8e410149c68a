import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { Id, Nullable, OneOf, PageQuery, PageReply, RequiredText } from '../../../lib/schemas.ts';
import { GENRES, PUBLICATION_TYPES } from '../../publishing/stories/rules.ts';
import { FOUND_MAX_COUNT, SEARCH_QUERY_MAX_LENGTH } from './rules.ts';

const Phrase = RequiredText(SEARCH_QUERY_MAX_LENGTH, 'phrase to search for; its last word may be incomplete');

const filters = {
  genre: Type.Optional(OneOf(GENRES)),
  language: Type.Optional(Type.String({ maxLength: 10, description: 'ISO 639-1 code of a story language' })),
};

const Thumbnail = Nullable(Type.String({ description: 'path of the small picture; null without one' }));

const Count = Type.Integer({ description: `number of results; ${FOUND_MAX_COUNT} means that many or more` });

const found = { ...PageReply, total: Count };

export const FoundStory = Type.Object({
  id: Id,
  title: Type.String(),
  slug: Type.String(),
  search_mini_thumbnail_url: Thumbnail,
  author: Type.Object({ display_name: Type.String() }),
  pricing_strategy: Type.Object({
    type: OneOf(['all_free', 'all_premium', 'first_free', 'custom'], 'all values but all_free are premium'),
  }),
});

export const FoundCreator = Type.Object({
  display_name: Type.String(),
  slug: Type.String(),
  website_url: Nullable(Type.String()),
  founder: Type.Boolean(),
  search_mini_thumbnail_url: Thumbnail,
});

const LOOKED_FOR =
  'The search ignores case and accents. It corrects words with a few wrong letters when it would find nothing otherwise.';

export const searchContract = defineContract({
  'GET /stories/search': {
    tag: 'Search',
    summary: 'Find stories of one kind',
    description: `The call searches titles, author names, tags and descriptions of published stories available in the caller's country. ${LOOKED_FOR}`,
    access: 'anyone',
    query: Type.Object({
      q: Phrase,
      publication_type: OneOf(PUBLICATION_TYPES),
      ...filters,
      ...PageQuery,
    }),
    replies: {
      200: Type.Object({
        stories: Type.Array(FoundStory, { description: 'best matches first' }),
        ...found,
      }),
    },
    refusals: [422, 429],
  },
  'GET /users/search': {
    tag: 'Search',
    summary: 'Find creators',
    description: `The call searches names and slugs of users who have published a story. ${LOOKED_FOR}`,
    access: 'anyone',
    query: Type.Object({ q: Phrase, ...PageQuery }),
    replies: {
      200: Type.Object({
        users: Type.Array(FoundCreator, { description: 'best matches first' }),
        ...found,
      }),
    },
    refusals: [422, 429],
  },
  'GET /search/counters': {
    tag: 'Search',
    summary: 'Count the search results for a phrase',
    description: 'Genre and language filter stories, not creators.',
    access: 'anyone',
    query: Type.Object({ q: Phrase, ...filters }),
    replies: { 200: Type.Object({ comics: Count, novel: Count, indie: Count, creators: Count }) },
    refusals: [422, 429],
  },
});
