/** Calls that concern all stories of a creator. */
import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { CREATOR_STORIES_MAX_COUNT } from './rules.ts';

const CreatorParams = Type.Object({
  slug: Type.String({ minLength: 1, maxLength: 200, description: 'of the creator' }),
});

const creatorSubscription = {
  subscribed: Type.Boolean({ description: 'to each of these stories' }),
  stories_count: Type.Integer({
    description: `published stories of the creator that are available where the caller is, at most ${CREATOR_STORIES_MAX_COUNT}`,
  }),
};
const CreatorSubscription = Type.Object({ ...creatorSubscription, message: Type.String() });

export const creatorCalls = defineContract({
  'GET /users/:slug/subscription': {
    tag: 'Library',
    summary: 'Tell whether the viewer subscribes to all stories of a creator',
    access: 'user',
    params: CreatorParams,
    replies: { 200: Type.Object(creatorSubscription) },
  },
  'PUT /users/:slug/subscription': {
    tag: 'Library',
    summary: 'Subscribe to all published stories of a creator',
    description: `Subscribes to the newest ${CREATOR_STORIES_MAX_COUNT} that are available where the caller is, to all or none. Stories to come are not among them; subscribing again adds what has come since.`,
    access: 'user',
    params: CreatorParams,
    replies: { 200: CreatorSubscription },
    refusals: [409, 429],
    form: {},
  },
  'DELETE /users/:slug/subscription': {
    tag: 'Library',
    summary: 'Unsubscribe from all stories of a creator',
    description: 'Also from those that are no longer shown.',
    access: 'user',
    params: CreatorParams,
    replies: { 200: CreatorSubscription },
    refusals: [429],
    form: {},
  },
});
