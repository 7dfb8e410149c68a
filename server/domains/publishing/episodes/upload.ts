import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { unprocessable } from '../../../lib/errors.ts';
import { isId } from '../../../lib/ids.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { type ArchiveUpload, keepOrDiscard, receiveArchive, receiveImages } from '../../media/upload.ts';
import { addPages, mayAddPages, mayReplacePage, replacePage } from './pages.ts';

const FILES_MAX_COUNT = 100;

export function episodeIdOf({ episode_id: id = '' }: Record<string, string>): string {
  if (!isId(id)) throw unprocessable({ episode_id: [id === '' ? 'blank' : 'invalid'] });
  return id;
}

function pageIdOf({ page_id: id }: Record<string, string>, files = 1): string | undefined {
  if (id !== undefined && (!isId(id) || files !== 1)) throw unprocessable({ page_id: ['invalid'] });
  return id;
}

export function versionOf({ lock_version: text }: Record<string, string>): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw unprocessable({ lock_version: ['not_an_integer'] });
  return Number(text);
}

/** Returns the episode's id. */
export async function takePages(deps: Deps, viewer: Viewer, request: FastifyRequest): Promise<string> {
  const upload = await receiveImages(deps, request, {
    field: 'files',
    filesMaxCount: FILES_MAX_COUNT,
    check: async (fields) => {
      const version = versionOf(fields);
      if (version !== undefined) await mayAddPages(deps, viewer, episodeIdOf(fields), version);
    },
  });
  return keepOrDiscard(upload, async () => {
    const id = episodeIdOf(upload.fields);
    const firstId = pageIdOf(upload.fields, upload.images.length);
    const added = await addPages(deps, viewer, id, upload.images, firstId);
    if (added.length === 0) await upload.discard();
    return id;
  });
}

/** Also returns the files that are not pages. */
export async function takeArchive(
  deps: Deps,
  viewer: Viewer,
  request: FastifyRequest,
): Promise<{ episodeId: string; skipped: ArchiveUpload['skipped'] }> {
  const upload = await receiveArchive(deps, request, {
    field: 'file',
    imagesMaxCount: FILES_MAX_COUNT,
    // Refuses before the large body is accepted.
    check: (fields) => mayAddPages(deps, viewer, episodeIdOf(fields), versionOf(fields)),
  });
  const episodeId = await keepOrDiscard(upload, async () => {
    const id = episodeIdOf(upload.fields);
    if (upload.direct?.isRepeat) return id;
    const added = await addPages(deps, viewer, id, upload.images, pageIdOf(upload.fields));
    if (added.length === 0) await upload.discard();
    return id;
  });
  return { episodeId, skipped: upload.skipped };
}

export async function takeReplacement(
  deps: Deps,
  viewer: Viewer,
  request: FastifyRequest,
  pageId: string,
): Promise<string> {
  let seenMediaId = '';
  const upload = await receiveImages(deps, request, {
    field: 'file',
    filesMaxCount: 1,
    check: async (fields) => {
      seenMediaId = await mayReplacePage(deps, viewer, pageId, versionOf(fields));
    },
  });
  return keepOrDiscard(upload, async () => {
    const [image] = upload.images;
    if (image === undefined) throw unprocessable({ file: ['blank'] });
    return replacePage(deps, viewer, pageId, { image, seenMediaId });
  });
}
