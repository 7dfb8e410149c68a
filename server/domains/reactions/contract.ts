import Type from 'typebox';
import { defineContract } from '../../lib/contract.ts';
import { IdParams, Nullable } from '../../lib/schemas.ts';
import { STARS_MAX } from './rules.ts';

const Like = Type.Object({
  liked: Type.Boolean(),
  likes_count: Type.Integer(),
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
    refusals: [402, 451],
    form: {},
  },
  'DELETE /episodes/:id/like': {
    tag: 'Community',
    summary: 'Take a like back',
    description: 'Works also for an episode that is no longer shown; its count is 0 then.',
    access: 'user',
    params: IdParams,
    replies: { 200: Like },
    refusals: [451],
    form: {},
  },
  'PUT /stories/:id/rating': {
    tag: 'Community',
    summary: 'Rate a story',
    description:
      "A second rating replaces the first. Members of the story's team may not rate it (409 `own_story`).",
    access: 'user',
    params: IdParams,
    body: Type.Object({ stars: Type.Integer({ minimum: 1, maximum: STARS_MAX }) }),
    replies: {
      200: Type.Object({
        rating_average: Nullable(Type.Number({ description: '1 to 5, two decimals' })),
        ratings_count: Type.Integer(),
        message: Type.String(),
      }),
    },
    refusals: [409, 451],
    form: {},
  },
});
