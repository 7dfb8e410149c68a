import type { Deps } from '../../deps.ts';
import { defineRoutes } from '../../lib/mount.ts';
import { readingContract } from './contract.ts';
import { findEpisode, findStory } from './queries.ts';

export const readingRoutes = defineRoutes<typeof readingContract, Deps>(readingContract, {
  'GET /stories/:id': async ({ deps, viewer, params, query, request }) => ({
    story: await findStory(deps, params.id, {
      viewer,
      country: request.country,
      episodesFrom: query.episodes_from,
    }),
  }),
  'GET /episodes/:id': async ({ deps, viewer, params, request }) => ({
    episode: await findEpisode(deps, params.id, { viewer, country: request.country }),
  }),
});
