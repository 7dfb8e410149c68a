import type { Deps } from '../../deps.ts';
import { defineRoutes } from '../../lib/mount.ts';
import { reactionsContract } from './contract.ts';
import { like, rate, unlike } from './service.ts';

export const reactionsRoutes = defineRoutes<typeof reactionsContract, Deps>(reactionsContract, {
  'PUT /episodes/:id/like': async ({ deps, viewer, params, request }) => ({
    ...(await like(deps, { viewer, country: request.country }, params.id)),
    message: request.translate('liked'),
  }),
  'DELETE /episodes/:id/like': async ({ deps, viewer, params, request }) => ({
    ...(await unlike(deps, { viewer, country: request.country }, params.id)),
    message: request.translate('unliked'),
  }),
  'PUT /stories/:id/rating': async ({ deps, viewer, params, body, request }) => ({
    ...(await rate(deps, { viewer, country: request.country }, params.id, body.stars)),
    message: request.translate('story_rated'),
  }),
});
