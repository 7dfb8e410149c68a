import type { Deps } from '../../deps.ts';
import { defineRoutes } from '../../lib/mount.ts';
import { findTeamEpisode } from '../episodes/queries.ts';
import { publishingContract } from './contract.ts';
import { publishEpisode, unpublishEpisode } from './service.ts';

export const publishingRoutes = defineRoutes<typeof publishingContract, Deps>(publishingContract, {
  'POST /creator/episodes/:id/publish': async ({ deps, viewer, params, body }) => {
    await publishEpisode(deps, viewer, params.id, { lockVersion: body.lock_version });
    return { episode: await findTeamEpisode(deps, viewer, params.id) };
  },
  'POST /creator/episodes/:id/unpublish': async ({ deps, viewer, params }) => {
    await unpublishEpisode(deps, viewer, params.id);
    return { episode: await findTeamEpisode(deps, viewer, params.id) };
  },
});
