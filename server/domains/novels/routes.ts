import type { Deps } from '../../deps.ts';
import { defineRoutes } from '../../lib/mount.ts';
import type { Viewer } from '../../lib/viewer.ts';
import { spend } from '../../limits/allowances.ts';
import { novelsContract } from './contract.ts';
import { novelLimits } from './limits.ts';
import { findTeamChapter, listTeamChapters } from './queries.ts';
import { addChapter, type ChapterText, changeChapter, removeChapter, sortChapters } from './service.ts';

const SAVE_BYTES = 64 * 1024;

async function payForSave(
  deps: Deps,
  viewer: Viewer,
  address: string,
  { html, text }: ChapterText,
): Promise<void> {
  const length = (html ?? text ?? '').length;
  const amount = Math.max(1, Math.ceil(length / SAVE_BYTES));
  await spend(deps, { userId: viewer.id, address }, [{ allowance: novelLimits.chapterSaves, amount }]);
}

export const novelsRoutes = defineRoutes<typeof novelsContract, Deps>(novelsContract, {
  'GET /creator/episodes/chapters': ({ deps, viewer, query }) =>
    listTeamChapters(deps, viewer, query.episode_id),
  'POST /creator/episodes/chapters': async ({ deps, viewer, body, request }) => {
    await payForSave(deps, viewer, request.ip, body);
    const { episode_id: episodeId, title, html, text, lock_version: lockVersion } = body;
    const id = await addChapter(deps, viewer, { episodeId, title, html, text, lockVersion });
    return findTeamChapter(deps, viewer, id);
  },
  'GET /creator/episodes/chapters/:id': ({ deps, viewer, params }) =>
    findTeamChapter(deps, viewer, params.id),
  'PATCH /creator/episodes/chapters/:id': async ({ deps, viewer, params, body, request }) => {
    await payForSave(deps, viewer, request.ip, body);
    const { title, html, text, lock_version: lockVersion } = body;
    await changeChapter(deps, viewer, params.id, { title, html, text, lockVersion });
    return findTeamChapter(deps, viewer, params.id);
  },
  'DELETE /creator/episodes/chapters/:id': async ({ deps, viewer, params, body }) => {
    const episodeId = await removeChapter(deps, viewer, params.id, body.lock_version);
    return listTeamChapters(deps, viewer, episodeId);
  },
  'PUT /creator/episodes/chapters/sort': async ({ deps, viewer, body }) => {
    const { episode_id: episodeId, chapter_ids: chapterIds, lock_version: lockVersion } = body;
    await sortChapters(deps, viewer, { episodeId, chapterIds, lockVersion });
    return listTeamChapters(deps, viewer, episodeId);
  },
});
