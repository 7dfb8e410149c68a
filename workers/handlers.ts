/** Which domain call each job is. The types prove that every job has its handler. */
import { deleteMediaFiles, makeAvif, processMedia } from '../server/domains/media/service.ts';
import type { Handlers, LastRites } from './run-job.ts';

export const handlers = {
  'media.process': (deps, { mediaId }) => processMedia(deps, mediaId),
  'media.make_avif': (deps, { mediaId }) => makeAvif(deps, mediaId),
  'media.delete_files': (deps, { mediaIds }) => deleteMediaFiles(deps, mediaIds),
} satisfies Handlers;

export const lastRites = {} satisfies LastRites;
