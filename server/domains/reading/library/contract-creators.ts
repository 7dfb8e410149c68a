import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { CREATOR_STORIES_MAX_COUNT } from './rules.ts';

const CreatorParams = Type.Object({
  slug: Type.String({ minLength: 1, maxLength: 200, description: 'slug of the creator' }),
});

const creatorSubscription = {
  subscribed: Type.Boolean({ description: 'whether the viewer subscribes to each of these stories' }),
  stories_count: Type.Integer({
    description: `number of the creator's published stories that are available in the caller's country, at most ${CREATOR_STORIES_MAX_COUNT}`,
  }),
};
const CreatorSubscription = Type.Object({ ...creatorSubscription, message: Type.String() });

export const creatorCalls = defineContract({
  'GET /users/:slug/subscription': {
    tag: 'Library',
    summary: 'Check whether the viewer subscribes to all stories of a creator',
    access: 'user',
    params: CreatorParams,
    replies: { 200: Type.Object(creatorSubscription) },
  },
  'PUT /users/:slug/subscription': {
    tag: 'Library',
    summary: 'Subscribe to all published stories of a creator',
    description: `The call subscribes to the newest ${CREATOR_STORIES_MAX_COUNT} stories available in the caller's country, to all or none. It does not cover future stories. Subscribing again adds the stories published since.`,
    access: 'user',
    params: CreatorParams,
    replies: { 200: CreatorSubscription },
    refusals: [409, 429],
    form: {},
  },
  'DELETE /users/:slug/subscription': {
    tag: 'Library',
    summary: 'Unsubscribe from all stories of a creator',
    description: 'The call also covers stories that are no longer shown.',
    access: 'user',
    params: CreatorParams,
    replies: { 200: CreatorSubscription },
    refusals: [429],
    form: {},
  },
});
