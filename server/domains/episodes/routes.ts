import { spend } from '../../allowances.ts';
import type { Deps } from '../../deps.ts';
import { unprocessable } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import { defineRoutes } from '../../lib/mount.ts';
import { keepOrDiscard, receiveArchive, receiveImages } from '../media/upload.ts';
import { episodesContract } from './contract.ts';
import { episodeLimits } from './limits.ts';
import {
  addPages,
  mayAddPages,
  mayReplacePage,
  removePage,
  replacePage,
  reversePages,
  sortPages,
} from './pages.ts';
import { findTeamEpisode, listTeamPages } from './queries.ts';
import { changeEpisode, createEpisode, moveEpisode, orderEpisodes } from './service.ts';

const FILES_MOST = 100;

function episodeIdOf({ episode_id: id = '' }: Record<string, string>): string {
  if (!isId(id)) throw unprocessable({ episode_id: [id === '' ? 'blank' : 'invalid'] });
  return id;
}

function pageIdOf({ page_id: id }: Record<string, string>, files = 1): string | undefined {
  if (id !== undefined && (!isId(id) || files !== 1)) throw unprocessable({ page_id: ['invalid'] });
  return id;
}

function versionOf({ lock_version: text }: Record<string, string>): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw unprocessable({ lock_version: ['not_an_integer'] });
  return Number(text);
}

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
  'POST /creator/pages': async ({ deps, viewer, request }) => {
    const upload = await receiveImages(deps, request, {
      field: 'files',
      mostFiles: FILES_MOST,
      check: async (fields) => {
        const version = versionOf(fields);
        if (version !== undefined) await mayAddPages(deps, viewer, episodeIdOf(fields), version);
      },
    });
    const episodeId = await keepOrDiscard(upload, async () => {
      const id = episodeIdOf(upload.fields);
      const firstId = pageIdOf(upload.fields, upload.images.length);
      const added = await addPages(deps, viewer, id, upload.images, firstId);
      if (added.length === 0) await upload.discard();
      return id;
    });
    return listTeamPages(deps, viewer, episodeId);
  },
  'POST /creator/pages/import': async ({ deps, viewer, request }) => {
    const upload = await receiveArchive(deps, request, {
      field: 'file',
      mostImages: FILES_MOST,
      // So large a body is not taken in for an episode that may not have it.
      check: (fields) => mayAddPages(deps, viewer, episodeIdOf(fields), versionOf(fields)),
    });
    const episodeId = await keepOrDiscard(upload, async () => {
      const id = episodeIdOf(upload.fields);
      const added = await addPages(deps, viewer, id, upload.images, pageIdOf(upload.fields));
      if (added.length === 0) await upload.discard();
      return id;
    });
    return { ...(await listTeamPages(deps, viewer, episodeId)), skipped: upload.skipped };
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
  'PUT /creator/pages/:id': async ({ deps, viewer, params, request }) => {
    let seenMediaId = '';
    const upload = await receiveImages(deps, request, {
      field: 'file',
      mostFiles: 1,
      check: async (fields) => {
        seenMediaId = await mayReplacePage(deps, viewer, params.id, versionOf(fields));
      },
    });
    const episodeId = await keepOrDiscard(upload, async () => {
      const [image] = upload.images;
      if (image === undefined) throw unprocessable({ file: ['blank'] });
      return replacePage(deps, viewer, params.id, { image, seenMediaId });
    });
    return listTeamPages(deps, viewer, episodeId);
  },
  'DELETE /creator/pages/:id': async ({ deps, viewer, params, body }) => {
    const episodeId = await removePage(deps, viewer, params.id, body.lock_version);
    return listTeamPages(deps, viewer, episodeId);
  },
});
