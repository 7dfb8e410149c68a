import type { Deps } from '../../deps.ts';
import type { BodyOf } from '../../lib/contract.ts';
import { defineRoutes } from '../../lib/mount.ts';
import { keepChoice, keepSettings } from './choices.ts';
import { changeCollection, deleteCollection, dropStory, makeCollection, putStory } from './collections.ts';
import { libraryContract } from './contract.ts';
import { findCreatorSubscription, subscribeToCreator, unsubscribeFromCreator } from './creators.ts';
import { bringPlaces, keepPlace } from './places.ts';
import { findCollection, findOwnCollection, listCollections } from './queries-collections.ts';
import { findLibrary } from './queries-library.ts';
import { findMine } from './queries-mine.ts';
import { findKeptPlaces } from './queries-places.ts';
import { keptAtOf } from './rules.ts';
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
  'GET /users/:slug/subscription': ({ deps, viewer, params, request }) =>
    findCreatorSubscription(deps, { viewer, country: request.country }, params.slug),
  'PUT /users/:slug/subscription': async ({ deps, viewer, params, request }) => ({
    ...(await subscribeToCreator(deps, { viewer, country: request.country }, params.slug)),
    message: request.translate('subscribed_all'),
  }),
  'DELETE /users/:slug/subscription': async ({ deps, viewer, params, request }) => ({
    ...(await unsubscribeFromCreator(deps, { viewer, country: request.country }, params.slug)),
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
    const { glide_speed: glideSpeed, prose } = body;
    await keepSettings(deps, viewer, { glideSpeed, prose });
    return undefined;
  },
  'PUT /episodes/:id/progress': async ({ deps, viewer, params, body, request }) => {
    const { item, furthest_item: furthestItem, offset = 0, finished } = body;
    await keepPlace(
      deps,
      { viewer, country: request.country },
      { episodeId: params.id, item, furthestItem, offset, finished },
    );
    return undefined;
  },
  'PUT /library/progress': async ({ deps, viewer, body, request }) => {
    const places = placesOf(body, deps.clock.now());
    await bringPlaces(deps, { viewer, country: request.country }, places);
    return undefined;
  },
  'GET /library': ({ deps, viewer, query, request }) => {
    const { shelf, page = 1, per_page: perPage = 24 } = query;
    return findLibrary(deps, { viewer, country: request.country }, { shelf, part: { page, perPage } });
  },
  'GET /library/places': async ({ deps, query, request }) => ({
    places: await findKeptPlaces(deps, query.episode_ids.split(','), request.country),
  }),
  'GET /collections': async ({ deps, viewer, query, request }) => {
    const { story_id: storyId, page = 1, per_page: perPage = 24 } = query;
    const reader = { viewer, country: request.country };
    const list = await listCollections(deps, reader, { storyId, part: { page, perPage } });
    return { ...list, page, per_page: perPage };
  },
  'POST /collections': async ({ deps, viewer, body, request }) => {
    const id = await makeCollection(deps, viewer, body);
    return {
      collection: await findOwnCollection(deps, { viewer, country: request.country }, id),
      message: request.translate('collection_made'),
    };
  },
  'GET /collections/:id': async ({ deps, viewer, params, query, request }) => {
    const { page = 1, per_page: perPage = 24 } = query;
    const who = { viewer, country: request.country };
    return { collection: await findCollection(deps, who, params.id, { page, perPage }) };
  },
  'PATCH /collections/:id': async ({ deps, viewer, params, body, request }) => {
    await changeCollection(deps, viewer, params.id, body);
    return {
      collection: await findOwnCollection(deps, { viewer, country: request.country }, params.id),
      message: request.translate('collection_saved'),
    };
  },
  'DELETE /collections/:id': async ({ deps, viewer, params }) => {
    await deleteCollection(deps, viewer, params.id);
    return undefined;
  },
  'PUT /collections/:id/stories/:story_id': async ({ deps, viewer, params, request }) => {
    const reader = { viewer, country: request.country };
    await putStory(deps, reader, { collectionId: params.id, storyId: params.story_id });
    const { stories_count } = await findOwnCollection(deps, reader, params.id);
    return { contained: true, stories_count, message: request.translate('collection_story_added') };
  },
  'DELETE /collections/:id/stories/:story_id': async ({ deps, viewer, params, request }) => {
    await dropStory(deps, viewer, { collectionId: params.id, storyId: params.story_id });
    const reader = { viewer, country: request.country };
    const { stories_count } = await findOwnCollection(deps, reader, params.id);
    return { contained: false, stories_count, message: request.translate('collection_story_removed') };
  },
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
