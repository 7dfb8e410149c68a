import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { IdParams, Nullable } from '../../../lib/schemas.ts';
import { STARS_MAX } from './rules.ts';

const Like = Type.Object({
  liked: Type.Boolean(),
  likes_count: Type.Integer(),
  message: Type.String(),
});

const Rating = Type.Object({
  rating_average: Nullable(Type.Number({ description: '1 to 5, two decimals' })),
  ratings_count: Type.Integer(),
  rating_distribution: Type.Array(Type.Integer(), {
    description: 'number of readers who gave one star, two stars, and so on up to five',
  }),
  message: Type.String(),
});

export const reactionsContract = defineContract({
  'PUT /episodes/:id/like': {
    tag: 'Community',
    summary: 'Like an episode',
    description: 'Liking again changes nothing.',
    access: 'user',
    params: IdParams,
    replies: { 200: Like },
    refusals: [402, 429, 451],
    form: {},
  },
  'DELETE /episodes/:id/like': {
    tag: 'Community',
    summary: 'Take a like back',
    description: 'Also works for an episode that is no longer shown. Its count is then 0.',
    access: 'user',
    params: IdParams,
    replies: { 200: Like },
    refusals: [429, 451],
    form: {},
  },
  'PUT /stories/:id/rating': {
    tag: 'Community',
    summary: 'Rate a story',
    description:
      "A second rating replaces the first. Members of the story's team may not rate the story (409 `own_story`).",
    access: 'user',
    params: IdParams,
    body: Type.Object({ stars: Type.Integer({ minimum: 1, maximum: STARS_MAX }) }),
    replies: { 200: Rating },
    refusals: [409, 429, 451],
    form: {},
  },
  'DELETE /stories/:id/rating': {
    tag: 'Community',
    summary: 'Take a rating back',
    description: 'Also works for a story that is no longer shown. Its counts are then 0.',
    access: 'user',
    params: IdParams,
    replies: { 200: Rating },
    refusals: [429, 451],
    form: {},
  },
});
