import type { Deps } from '../../../deps.ts';
import { defineRoutes } from '../../../lib/mount.ts';
import { peopleContract } from './contract.ts';
import { listPeople } from './queries.ts';
import { letIn, shutOut } from './service.ts';

export const peopleRoutes = defineRoutes<typeof peopleContract, Deps>(peopleContract, {
  'GET /user/people': ({ deps, viewer, query }) =>
    listPeople(deps, viewer, { page: query.page ?? 1, perPage: query.per_page ?? 24 }),
  'PUT /users/:id/mute': async ({ deps, viewer, params, request }) => {
    await shutOut(deps, viewer, { personId: params.id, kind: 'muted' });
    return { message: request.translate('person_muted') };
  },
  'DELETE /users/:id/mute': async ({ deps, viewer, params, request }) => {
    await letIn(deps, viewer, { personId: params.id, kind: 'muted' });
    return { message: request.translate('person_heard') };
  },
  'PUT /users/:id/block': async ({ deps, viewer, params, request }) => {
    await shutOut(deps, viewer, { personId: params.id, kind: 'blocked' });
    return { message: request.translate('person_blocked') };
  },
  'DELETE /users/:id/block': async ({ deps, viewer, params, request }) => {
    await letIn(deps, viewer, { personId: params.id, kind: 'blocked' });
    return { message: request.translate('person_heard') };
  },
});
