import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../lib/mount.ts';
import { changeCollection, deleteCollection, dropStory, makeCollection, putStory } from './collections.ts';
import type { collectionCalls } from './contract-collections.ts';
import { findCollection, findOwnCollection, listCollections } from './queries-collections.ts';

export const collectionHandlers: Handlers<typeof collectionCalls, Deps> = {
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
};
