/** Which domain call each job is. The types prove that every job has its handler. */

import { deleteOldEditions } from '../server/domains/media/remake.ts';
import {
  deleteMediaFiles,
  failMedia,
  makeAvif,
  PROCESSING_FAILED,
  processMedia,
} from '../server/domains/media/service.ts';
import { makeExport } from '../server/domains/privacy/export.ts';
import { publishDue } from '../server/domains/publishing/due.ts';
import { restoreEpisodes } from '../server/domains/publishing/withdrawal.ts';
import { sendMail } from '../server/mail/send.ts';
import type { Handlers, LastRites } from './run-job.ts';

export const handlers = {
  'media.process': (deps, { mediaId }) => processMedia(deps, mediaId),
  'media.remake': (deps, { mediaId }) => processMedia(deps, mediaId),
  'media.delete_old_editions': (deps, { mediaId }) => deleteOldEditions(deps, mediaId),
  'media.make_avif': (deps, { mediaId }) => makeAvif(deps, mediaId),
  'media.delete_files': (deps, { mediaIds }) => deleteMediaFiles(deps, mediaIds),
  'mail.send': (deps, { mailId }) => sendMail(deps, mailId),
  'account.make_export': (deps, { exportId }) => makeExport(deps, exportId),
  'episode.publish_due': (deps, { episodeId, publishAt }) =>
    publishDue(deps, { episodeId, publishAt: new Date(publishAt) }),
  'publishing.restore_episodes': (deps, { userId }) => restoreEpisodes(deps, userId),
} satisfies Handlers;

export const lastRites = {
  // Its owner sees that the picture failed, and why, instead of one that is processed for ever.
  'media.process': (deps, { mediaId }) => failMedia(deps, mediaId, PROCESSING_FAILED),
  'media.remake': (deps, { mediaId }) => failMedia(deps, mediaId, PROCESSING_FAILED),
} satisfies LastRites;
