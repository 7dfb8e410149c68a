import type { Deps } from '../../../deps.ts';
import { defineRoutes } from '../../../lib/mount.ts';
import { withinActionLimits } from '../../../limits/actions.ts';
import { reactionLimits } from '../limits.ts';
import { reactionsContract } from './contract.ts';
import { likeEpisode, rateStory, takeRatingBack, unlike } from './service.ts';

export const reactionsRoutes = defineRoutes<typeof reactionsContract, Deps>(reactionsContract, {
  'PUT /episodes/:id/like': async ({ deps, viewer, params, request }) => ({
    ...(await withinActionLimits(deps, { viewer, address: request.ip }, reactionLimits, () =>
      likeEpisode(deps, { viewer, country: request.country }, params.id),
    )),
    message: request.translate('liked'),
  }),
  'DELETE /episodes/:id/like': async ({ deps, viewer, params, request }) => ({
    ...(await withinActionLimits(deps, { viewer, address: request.ip }, reactionLimits, () =>
      unlike(deps, { viewer, country: request.country }, params.id),
    )),
    message: request.translate('unliked'),
  }),
  'PUT /stories/:id/rating': async ({ deps, viewer, params, body, request }) => ({
    ...(await withinActionLimits(deps, { viewer, address: request.ip }, reactionLimits, () =>
      rateStory(deps, { viewer, country: request.country }, params.id, body.stars),
    )),
    message: request.translate('story_rated'),
  }),
  'DELETE /stories/:id/rating': async ({ deps, viewer, params, request }) => ({
    ...(await withinActionLimits(deps, { viewer, address: request.ip }, reactionLimits, () =>
      takeRatingBack(deps, { viewer, country: request.country }, params.id),
    )),
    message: request.translate('rating_taken_back'),
  }),
});
