import type { Deps } from '../../../deps.ts';
import { defineRoutes } from '../../../lib/mount.ts';
import { spend } from '../../../limits/allowances.ts';
import { episodeLimits } from '../limits.ts';
import { episodesContract } from './contract.ts';
import { describePage, removePage, reversePages, sortPages } from './pages.ts';
import { findTeamEpisode, listTeamPages } from './queries.ts';
import { changeEpisode, createEpisode, moveEpisode, orderEpisodes } from './service.ts';
import { takeArchive, takePages, takeReplacement } from './upload.ts';

export const episodesRoutes = defineRoutes<typeof episodesContract, Deps>(episodesContract, {
  'POST /creator/episodes': async ({ deps, viewer, body, request }) => {
    await spend(deps, { userId: viewer.id, address: request.ip }, [
      { allowance: episodeLimits.episodes, amount: 1 },
    ]);
    const id = await createEpisode(deps, viewer, {
      storyId: body.story_id,
      title: body.title,
      readMode: body.read_mode,
      pageOrientation: body.page_orientation,
      thumbnailMediaId: body.thumbnail_media_id,
    });
    return { episode: await findTeamEpisode(deps, viewer, id) };
  },
  'GET /creator/episodes/:id': async ({ deps, viewer, params }) => ({
    episode: await findTeamEpisode(deps, viewer, params.id),
  }),
  'PATCH /creator/episodes/:id': async ({ deps, viewer, params, body }) => {
    await changeEpisode(deps, viewer, params.id, {
      title: body.title,
      readMode: body.read_mode,
      pageOrientation: body.page_orientation,
      thumbnailMediaId: body.thumbnail_media_id,
      lockVersion: body.lock_version,
    });
    return { episode: await findTeamEpisode(deps, viewer, params.id) };
  },
  'PUT /creator/stories/:id/episodes/order': async ({ deps, viewer, params, body }) => {
    await orderEpisodes(deps, viewer, params.id, body.episode_ids);
    return undefined;
  },
  'PUT /creator/episodes/:id/number': async ({ deps, viewer, params, body }) => {
    await moveEpisode(deps, viewer, params.id, body.number);
    return undefined;
  },
  'GET /creator/pages': ({ deps, viewer, query }) => listTeamPages(deps, viewer, query.episode_id),
  'POST /creator/pages': async ({ deps, viewer, request }) =>
    listTeamPages(deps, viewer, await takePages(deps, viewer, request)),
  'POST /creator/pages/import': async ({ deps, viewer, request }) => {
    const { episodeId, skipped } = await takeArchive(deps, viewer, request);
    return { ...(await listTeamPages(deps, viewer, episodeId)), skipped };
  },
  'PUT /creator/pages/sort': async ({ deps, viewer, body }) => {
    const { episode_id: episodeId, page_ids: pageIds, lock_version: lockVersion } = body;
    await sortPages(deps, viewer, { episodeId, pageIds, lockVersion });
    return listTeamPages(deps, viewer, episodeId);
  },
  'POST /creator/pages/reverse': async ({ deps, viewer, body }) => {
    await reversePages(deps, viewer, { episodeId: body.episode_id, lockVersion: body.lock_version });
    return listTeamPages(deps, viewer, body.episode_id);
  },
  'PUT /creator/pages/:id': async ({ deps, viewer, params, request }) =>
    listTeamPages(deps, viewer, await takeReplacement(deps, viewer, request, params.id)),
  'PATCH /creator/pages/:id': async ({ deps, viewer, params, body }) => {
    const { alt_text: altText, lock_version: lockVersion } = body;
    const episodeId = await describePage(deps, viewer, params.id, { altText, lockVersion });
    return listTeamPages(deps, viewer, episodeId);
  },
  'DELETE /creator/pages/:id': async ({ deps, viewer, params, body }) => {
    const episodeId = await removePage(deps, viewer, params.id, body.lock_version);
    return listTeamPages(deps, viewer, episodeId);
  },
});
