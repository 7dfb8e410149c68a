import { directUploads, media as mediaRows, uploads } from '../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { defineDomain, definePart, job, OFTEN_MS, SELDOM_MS } from '../define.ts';
import { mediaContract } from './contract.ts';
import {
  bookPictureUploaded,
  pictureOutdated,
  pictureProcessed,
  pictureRemade,
  picturesDeleted,
  pictureUploaded,
} from './events.ts';
import { sweepLeftovers } from './leftovers.ts';
import { mediaLimits } from './limits.ts';
import { collectPictures, erasePictures } from './personal.ts';
import { deleteOldEditions } from './remake.ts';
import { mediaRoutes } from './routes.ts';
import { deleteMediaFiles, failMedia, makeAvif, PROCESSING_FAILED, processMedia } from './service.ts';
import { requeueStuckMedia } from './stuck.ts';

const process = {
  run: (deps: Deps, { mediaId }: { mediaId: string }) => processMedia(deps, mediaId),
  // Otherwise the owner would see a picture that is processed for ever.
  giveUp: (deps: Deps, { mediaId }: { mediaId: string }) => failMedia(deps, mediaId, PROCESSING_FAILED),
};

const mediaPart = definePart({
  name: 'media',
  contract: mediaContract,
  routes: mediaRoutes,
  tables: [mediaRows, uploads, directUploads],
  jobs: [
    job(pictureUploaded, { group: 'images', attempts: 6, backoffMs: 2_000, priority: 0 }, process),
    job(
      bookPictureUploaded,
      // A book contains up to a thousand pictures. Single uploads must not wait behind them.
      { group: 'images', attempts: 6, backoffMs: 2_000, priority: 3 },
      process,
    ),
    job(
      pictureOutdated,
      // Runs after current uploads: a long story must not make everybody wait.
      { group: 'images', attempts: 6, backoffMs: 2_000, priority: 5 },
      process,
    ),
    job(
      pictureRemade,
      { group: 'quick', attempts: 10, backoffMs: 5_000, priority: 10 },
      { run: (deps, { mediaId }) => deleteOldEditions(deps, mediaId) },
    ),
    job(
      pictureProcessed,
      { group: 'images', attempts: 6, backoffMs: 5_000, priority: 10 },
      { run: (deps, { mediaId }) => makeAvif(deps, mediaId) },
    ),
    job(
      picturesDeleted,
      { group: 'quick', attempts: 10, backoffMs: 5_000, priority: 0 },
      { run: (deps, { mediaIds }) => deleteMediaFiles(deps, mediaIds) },
    ),
  ],
  sweeps: [
    { name: 'media.requeue_stuck', everyMs: OFTEN_MS, run: requeueStuckMedia },
    { name: 'uploads.remove_leftovers', everyMs: SELDOM_MS, run: sweepLeftovers },
  ],
  limits: mediaLimits,
  // A picture used in somebody else's story stays.
  personal: {
    columns: { 'media.owner_id': 'kept', 'direct_uploads.owner_id': 'erased' },
    collect: collectPictures,
    erase: erasePictures,
  },
});

export const media = defineDomain('media', mediaPart);
