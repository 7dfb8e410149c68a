import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { Id, Nullable, OneOf, PageQuery, PageReply, RequiredText } from '../../../lib/schemas.ts';
import { GENRES, PUBLICATION_TYPES } from '../../publishing/stories/rules.ts';
import { FOUND_MAX_COUNT, SEARCH_QUERY_MAX_LENGTH } from './rules.ts';

const Phrase = RequiredText(SEARCH_QUERY_MAX_LENGTH, 'phrase; its last word may be unfinished');

const filters = {
  genre: Type.Optional(OneOf(GENRES)),
  language: Type.Optional(Type.String({ maxLength: 10, description: 'ISO 639-1 code of a story language' })),
};

const Thumbnail = Nullable(Type.String({ description: 'path of a small picture; null without one' }));

const Count = Type.Integer({ description: `${FOUND_MAX_COUNT} stands for that many or more` });

const found = { ...PageReply, total: Count };

export const FoundStory = Type.Object({
  id: Id,
  title: Type.String(),
  slug: Type.String(),
  search_mini_thumbnail_url: Thumbnail,
  author: Type.Object({ display_name: Type.String() }),
  pricing_strategy: Type.Object({
    type: OneOf(['all_free', 'all_premium', 'first_free', 'custom'], 'anything but all_free is premium'),
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
  'Capitals and accents make no difference, and words with a few wrong letters are corrected when nothing is found otherwise.';

export const searchContract = defineContract({
  'GET /stories/search': {
    tag: 'Search',
    summary: 'Find stories of one kind',
    description: `Looks in titles, names of authors, tags and descriptions of published stories that are available in the caller's country. ${LOOKED_FOR}`,
    access: 'anyone',
    query: Type.Object({
      q: Phrase,
      publication_type: OneOf(PUBLICATION_TYPES),
      ...filters,
      ...PageQuery,
    }),
    replies: {
      200: Type.Object({
        stories: Type.Array(FoundStory, { description: 'the best matches first' }),
        ...found,
      }),
    },
    refusals: [422, 429],
  },
  'GET /users/search': {
    tag: 'Search',
    summary: 'Find creators',
    description: `Looks in names and slugs of those who have published a story. ${LOOKED_FOR}`,
    access: 'anyone',
    query: Type.Object({ q: Phrase, ...PageQuery }),
    replies: {
      200: Type.Object({
        users: Type.Array(FoundCreator, { description: 'the best matches first' }),
        ...found,
      }),
    },
    refusals: [422, 429],
  },
  'GET /search/counters': {
    tag: 'Search',
    summary: 'Count what a phrase finds',
    description: 'Genre and language narrow down stories, not creators.',
    access: 'anyone',
    query: Type.Object({ q: Phrase, ...filters }),
    replies: { 200: Type.Object({ comics: Count, novel: Count, indie: Count, creators: Count }) },
    refusals: [422, 429],
  },
});
