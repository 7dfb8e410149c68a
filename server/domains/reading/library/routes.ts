import type { Deps } from '../../../deps.ts';
import type { BodyOf } from '../../../lib/contract.ts';
import { defineRoutes } from '../../../lib/mount.ts';
import { withinActionLimits } from '../../../limits/actions.ts';
import { followLimits, placeLimits } from '../limits.ts';
import { keepChoice, keepSettings } from './choices.ts';
import { libraryContract } from './contract.ts';
import { findCreatorSubscription, subscribeToCreator, unsubscribeFromCreator } from './creators.ts';
import { findLibrary } from './queries-library.ts';
import { findMine } from './queries-mine.ts';
import { findKeptPlaces } from './queries-places.ts';
import { putAway, putBack } from './reading.ts';
import { bringPlaces, keepPlace } from './reading-position.ts';
import { collectionHandlers } from './routes-collections.ts';
import { keptAtOf } from './rules.ts';
import { subscribe, unsubscribe } from './subscriptions.ts';

export const libraryRoutes = defineRoutes<typeof libraryContract, Deps>(libraryContract, {
  ...collectionHandlers,
  'PUT /stories/:id/subscription': async ({ deps, viewer, params, body, request }) => {
    const wish = { storyId: params.id, notify: body.notify };
    const subscription = await withinActionLimits(deps, { viewer, address: request.ip }, followLimits, () =>
      subscribe(deps, { viewer, country: request.country }, wish),
    );
    const isChoice = body.notify !== undefined;
    return { ...subscription, message: request.translate(isChoice ? 'notify_chosen' : 'subscribed') };
  },
  'DELETE /stories/:id/subscription': async ({ deps, viewer, params, request }) => ({
    ...(await withinActionLimits(deps, { viewer, address: request.ip }, followLimits, () =>
      unsubscribe(deps, { viewer, country: request.country }, params.id),
    )),
    message: request.translate('unsubscribed'),
  }),
  'GET /users/:slug/subscription': ({ deps, viewer, params, request }) =>
    findCreatorSubscription(deps, { viewer, country: request.country }, params.slug),
  'PUT /users/:slug/subscription': async ({ deps, viewer, params, request }) => ({
    ...(await withinActionLimits(deps, { viewer, address: request.ip }, followLimits, () =>
      subscribeToCreator(deps, { viewer, country: request.country }, params.slug),
    )),
    message: request.translate('subscribed_all'),
  }),
  'DELETE /users/:slug/subscription': async ({ deps, viewer, params, request }) => ({
    ...(await withinActionLimits(deps, { viewer, address: request.ip }, followLimits, () =>
      unsubscribeFromCreator(deps, { viewer, country: request.country }, params.slug),
    )),
    message: request.translate('unsubscribed_all'),
  }),
  'GET /stories/:id/mine': ({ deps, viewer, params, query, request }) =>
    findMine(
      deps,
      { viewer, country: request.country },
      { storyId: params.id, episodesFrom: query.episodes_from },
    ),
  'PUT /stories/:id/choice': async ({ deps, viewer, params, body, request }) => {
    const { chosen_at: chosenAt, ...showing } = body;
    const now = deps.clock.now();
    const choice = { ...showing, chosenAt: chosenAt === undefined ? now : keptAtOf(chosenAt, now) };
    await keepChoice(deps, { viewer, country: request.country }, params.id, choice);
    return undefined;
  },
  'PUT /library/settings': async ({ deps, viewer, body }) => {
    const { glide_speed: glideSpeed, prose, notes } = body;
    await keepSettings(deps, viewer, { glideSpeed, prose, notes });
    return undefined;
  },
  'PUT /episodes/:id/progress': async ({ deps, viewer, params, body, request }) => {
    const { item, furthest_item: furthestItem, offset = 0, finished, seconds, moved } = body;
    const place = { episodeId: params.id, item, furthestItem, offset, finished, seconds, moved };
    await withinActionLimits(deps, { viewer, address: request.ip }, placeLimits, () =>
      keepPlace(deps, { viewer, country: request.country }, place),
    );
    return undefined;
  },
  'PUT /library/progress': async ({ deps, viewer, body, request }) => {
    const places = placesOf(body, deps.clock.now());
    await withinActionLimits(deps, { viewer, address: request.ip }, placeLimits, () =>
      bringPlaces(deps, { viewer, country: request.country }, places),
    );
    return undefined;
  },
  'GET /library': ({ deps, viewer, query, request }) => {
    const { shelf, sort, page = 1, per_page: perPage = 24 } = query;
    return findLibrary(deps, { viewer, country: request.country }, { shelf, sort, part: { page, perPage } });
  },
  'DELETE /library/reading/:story_id': async ({ deps, viewer, params, request }) => {
    await withinActionLimits(deps, { viewer, address: request.ip }, placeLimits, () =>
      putAway(deps, viewer, params.story_id),
    );
    return undefined;
  },
  'PUT /library/reading/:story_id': async ({ deps, viewer, params, request }) => {
    await withinActionLimits(deps, { viewer, address: request.ip }, placeLimits, () =>
      putBack(deps, viewer, params.story_id),
    );
    return undefined;
  },
  'GET /library/places': async ({ deps, query, request }) => ({
    places: await findKeptPlaces(deps, query.episode_ids.split(','), request.country),
  }),
});

const placesOf = (body: BodyOf<(typeof libraryContract)['PUT /library/progress']>, now: Date) =>
  body.episodes.map(({ episode_id: episodeId, read_at: readAt, ...place }) => ({
    episodeId,
    item: place.item,
    furthestItem: place.furthest_item,
    offset: place.offset ?? 0,
    finished: place.finished,
    readAt: keptAtOf(readAt, now),
  }));
