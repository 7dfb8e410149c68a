import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../lib/mount.ts';
import { changeCollection, deleteCollection, makeCollection } from './collections.ts';
import type { collectionCalls } from './contract-collections.ts';
import { dropStory, orderStories, putStory } from './entries.ts';
import { followCollection, leaveCollection } from './following.ts';
import { findCollection } from './queries-collection.ts';
import { findOwnCollection, listCollections } from './queries-collections.ts';
import { withinLimits } from './writing.ts';

export const collectionHandlers: Handlers<typeof collectionCalls, Deps> = {
  'GET /collections': async ({ deps, viewer, query, request }) => {
    const { story_id: storyId, list: of = 'own', page = 1, per_page: perPage = 24 } = query;
    const reader = { viewer, country: request.country };
    const list = await listCollections(deps, reader, { of, storyId, part: { page, perPage } });
    return { ...list, page, per_page: perPage };
  },
  'POST /collections': async ({ deps, viewer, body, request }) => {
    const id = await withinLimits(deps, { viewer, address: request.ip }, () =>
      makeCollection(deps, viewer, body),
    );
    return {
      collection: await findOwnCollection(deps, viewer, id),
      message: request.translate('collection_made'),
    };
  },
  'GET /collections/:id': async ({ deps, viewer, params, query, request }) => {
    const { page = 1, per_page: perPage = 24 } = query;
    const who = { viewer, country: request.country };
    return { collection: await findCollection(deps, who, params.id, { page, perPage }) };
  },
  'PATCH /collections/:id': async ({ deps, viewer, params, body, request }) => {
    await withinLimits(deps, { viewer, address: request.ip }, () =>
      changeCollection(deps, viewer, params.id, body),
    );
    return {
      collection: await findOwnCollection(deps, viewer, params.id),
      message: request.translate('collection_saved'),
    };
  },
  'DELETE /collections/:id': async ({ deps, viewer, params, request }) => {
    await withinLimits(deps, { viewer, address: request.ip }, () =>
      deleteCollection(deps, viewer, params.id),
    );
    return undefined;
  },
  'PUT /collections/:id/order': async ({ deps, viewer, params, body, request }) => {
    const order = { collectionId: params.id, storyIds: body.story_ids };
    await withinLimits(deps, { viewer, address: request.ip }, () => orderStories(deps, viewer, order));
    return undefined;
  },
  'PUT /collections/:id/follow': async ({ deps, viewer, params, request }) => ({
    ...(await withinLimits(deps, { viewer, address: request.ip }, () =>
      followCollection(deps, viewer, params.id),
    )),
    message: request.translate('collection_followed'),
  }),
  'DELETE /collections/:id/follow': async ({ deps, viewer, params, request }) => ({
    ...(await withinLimits(deps, { viewer, address: request.ip }, () =>
      leaveCollection(deps, viewer, params.id),
    )),
    message: request.translate('collection_left'),
  }),
  'PUT /collections/:id/stories/:story_id': async ({ deps, viewer, params, body, request }) => {
    const reader = { viewer, country: request.country };
    const wish = { collectionId: params.id, storyId: params.story_id, ...body };
    const { added } = await withinLimits(deps, { viewer, address: request.ip }, () =>
      putStory(deps, reader, wish),
    );
    const { stories_count } = await findOwnCollection(deps, viewer, params.id);
    const said = added ? 'collection_story_added' : 'collection_saved';
    return { contained: true, added, stories_count, message: request.translate(said) };
  },
  'DELETE /collections/:id/stories/:story_id': async ({ deps, viewer, params, request }) => {
    const place = { collectionId: params.id, storyId: params.story_id };
    await withinLimits(deps, { viewer, address: request.ip }, () => dropStory(deps, viewer, place));
    const { stories_count } = await findOwnCollection(deps, viewer, params.id);
    return {
      contained: false,
      added: false,
      stories_count,
      message: request.translate('collection_story_removed'),
    };
  },
};
