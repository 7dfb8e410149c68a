import type { Deps } from '../../../deps.ts';
import { defineRoutes } from '../../../lib/mount.ts';
import { queuesContract } from './contract.ts';
import { findBoard, listFailed } from './queries.ts';
import { findJob } from './queries-job.ts';
import { AT_ONCE_MAX_COUNT } from './rules.ts';
import { dropAll, promoteJob, retryAll, setPaused } from './service.ts';

export const queuesRoutes = defineRoutes<typeof queuesContract, Deps>(queuesContract, {
  'GET /admin/queues': ({ deps }) => findBoard(deps),
  'PUT /admin/queues/:name/pause': async ({ deps, viewer, params }) => {
    await setPaused(deps, params.name, { actorId: viewer.id, isPaused: true });
    return undefined;
  },
  'DELETE /admin/queues/:name/pause': async ({ deps, viewer, params }) => {
    await setPaused(deps, params.name, { actorId: viewer.id, isPaused: false });
    return undefined;
  },
  'GET /admin/failed_jobs': async ({ deps, query }) => {
    const { area, page = 1, per_page: perPage = 24 } = query;
    const found = await listFailed(deps, { ...(area !== undefined && { area }), page, perPage });
    return { ...found, page, per_page: perPage };
  },
  'POST /admin/failed_jobs/:id/retry': async ({ deps, viewer, params, body }) => {
    const which = { id: params.id, alike: body.alike === true };
    const jobIds = await retryAll(deps, which, { actorId: viewer.id });
    return { retried: jobIds.length, job_ids: jobIds.slice(0, AT_ONCE_MAX_COUNT) };
  },
  'DELETE /admin/failed_jobs/:id': async ({ deps, viewer, params, body }) => ({
    dropped: await dropAll(deps, { id: params.id, alike: body.alike === true }, { actorId: viewer.id }),
  }),
  'GET /admin/jobs/:id': async ({ deps, params }) => ({ job: await findJob(deps, params.id) }),
  'POST /admin/jobs/:id/promote': async ({ deps, viewer, params }) => {
    await promoteJob(deps, params.id, { actorId: viewer.id });
    return undefined;
  },
});
