import type { Deps } from '../../deps.ts';
import { defineRoutes } from '../../lib/mount.ts';
import { libraryContract } from './contract.ts';
import { bringPlaces, keepPlace } from './places.ts';
import { findMine } from './queries-mine.ts';
import { subscribe, unsubscribe } from './subscriptions.ts';

export const libraryRoutes = defineRoutes<typeof libraryContract, Deps>(libraryContract, {
  'PUT /stories/:id/subscription': async ({ deps, viewer, params, request }) => ({
    ...(await subscribe(deps, { viewer, country: request.country }, params.id)),
    message: request.translate('subscribed'),
  }),
  'DELETE /stories/:id/subscription': async ({ deps, viewer, params, request }) => ({
    ...(await unsubscribe(deps, { viewer, country: request.country }, params.id)),
    message: request.translate('unsubscribed'),
  }),
  'GET /stories/:id/mine': ({ deps, viewer, params, query, request }) =>
    findMine(
      deps,
      { viewer, country: request.country },
      { storyId: params.id, episodesFrom: query.episodes_from },
    ),
  'PUT /episodes/:id/progress': async ({ deps, viewer, params, body, request }) => {
    const { item, furthest_item: furthestItem, offset = 0 } = body;
    await keepPlace(
      deps,
      { viewer, country: request.country },
      { episodeId: params.id, item, furthestItem, offset },
    );
    return undefined;
  },
  'PUT /library/progress': async ({ deps, viewer, body, request }) => {
    const places = body.episodes.map(({ episode_id: episodeId, read_at: readAt, ...place }) => ({
      episodeId,
      item: place.item,
      furthestItem: place.furthest_item,
      offset: place.offset ?? 0,
      readAt: new Date(readAt),
    }));
    await bringPlaces(deps, { viewer, country: request.country }, places);
    return undefined;
  },
});
