import type { Deps } from '../../../deps.ts';
import { attachment } from '../../../lib/attachment.ts';
import { unprocessable } from '../../../lib/errors.ts';
import { defineRoutes } from '../../../lib/mount.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { spend } from '../../../limits/allowances.ts';
import { novelLimits } from '../limits.ts';
import { EPUB_TYPE } from './books/files.ts';
import { findImport, openOriginal } from './books/queries.ts';
import { leaveEpub, startReading } from './books/service.ts';
import { takeOver } from './books/takeover.ts';
import { takeEpub } from './books/upload.ts';
import { novelsContract } from './contract.ts';
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
  'POST /media/epub': ({ deps, viewer, request }) => takeEpub(deps, viewer, request),
  'GET /creator/episodes/epub/:id': async ({ deps, viewer, params, reply }) => {
    const { open, bytes, name } = await openOriginal(deps, viewer, params.id);
    return reply
      .type(EPUB_TYPE)
      .headers({
        'content-length': String(bytes),
        'content-disposition': attachment(name),
        'cache-control': 'private, no-store',
      })
      .send(await open());
  },
  'GET /creator/episodes/chapters': ({ deps, viewer, query }) =>
    listTeamChapters(deps, viewer, query.episode_id),
  'GET /creator/episodes/epub/:id/import': ({ deps, viewer, params }) => findImport(deps, viewer, params.id),
  'POST /creator/episodes/epub/:id/import': ({ deps, viewer, params, body }) => {
    const { media_id: mediaId, lock_version: lockVersion } = body;
    return takeOver(deps, viewer, { episodeId: params.id, mediaId, lockVersion });
  },
  'DELETE /creator/episodes/epub/:id/import': async ({ deps, viewer, params, body }) => {
    await leaveEpub(deps, viewer, { episodeId: params.id, mediaId: body.media_id });
    return undefined;
  },
  'POST /creator/episodes/chapters': async ({ deps, viewer, body, request, reply }) => {
    const { episode_id: episodeId, media_id: mediaId, title, html, text, lock_version: lockVersion } = body;
    if (mediaId !== undefined) {
      const wish = { episodeId, mediaId, lockVersion, imports: body.look_first !== true };
      await startReading(deps, viewer, wish, { address: request.ip });
      reply.code(202);
      return findImport(deps, viewer, episodeId);
    }
    if (title === undefined) throw unprocessable({ title: ['blank'] });
    await payForSave(deps, viewer, request.ip, body);
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
