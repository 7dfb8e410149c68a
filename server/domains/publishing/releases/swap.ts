/** Owns the only change to a published episode's content: replacing the picture of a page. */
import { and, eq, lte } from 'drizzle-orm';
import { episodePages, media } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { conflict, unprocessable } from '../../../lib/errors.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { findUnusedAmong } from '../../media/uses.ts';
import { nextStatus } from '../../platform/policy/rules.ts';
import { findPage, showInstead, touch } from '../episodes/pages.ts';
import { keepReceipt } from '../episodes/receipts.ts';
import { requireEpisode, requireVersion } from '../episodes/team.ts';
import { pagePurpose } from './rules.ts';
import { purgeEpisode, requirePublisher } from './service.ts';

/**
 * The episode and its dates stay, and nobody is notified. Checks nothing else, because readers have the rest anyway.
 * Throws 409 for another state, a stale version or an unfinished picture, 422 for an unusable one.
 */
export async function swapPage(
  deps: Deps,
  viewer: Viewer,
  pageId: string,
  { mediaId, lockVersion }: { mediaId: string; lockVersion?: number },
): Promise<string> {
  return inTransaction(deps, async (tx) => {
    const { episodeId } = await findPage(tx, pageId);
    const { episode, story } = await requireEpisode(tx, viewer, episodeId, 'publish', { forUpdate: true });
    nextStatus(episode.status, 'swap_page');
    // Read again under the lock: the picture may have been replaced meanwhile.
    const page = await findPage(tx, pageId);
    // Sent again because the response got lost.
    if (page.mediaId === mediaId) return episodeId;
    requireVersion(episode, lockVersion);
    await requirePublisher(tx, viewer, story.ownerId);
    const picture = await requirePicture(tx, mediaId, { ownerId: viewer.id, format: story.format });
    await showInstead(tx, page, { mediaId, name: picture.originalName });
    await touch(tx, episode);
    const number = await tx.db.$count(
      episodePages,
      and(eq(episodePages.episodeId, episodeId), lte(episodePages.position, page.position)),
    );
    await keepReceipt(tx, {
      episode,
      deed: 'swap_page',
      toStatus: episode.status,
      actorId: viewer.id,
      note: String(number),
    });
    purgeEpisode(tx, episode);
    return episodeId;
  });
}

/** The viewer's own picture, processed like the story's pages, that nothing else shows. */
async function requirePicture(
  tx: TransactionDeps,
  mediaId: string,
  { ownerId, format }: { ownerId: string; format: string | null },
): Promise<typeof media.$inferSelect> {
  const own = and(eq(media.id, mediaId), eq(media.ownerId, ownerId), eq(media.purpose, pagePurpose(format)));
  // Locked, so that two pages that want the same picture take turns.
  const [picture] = await tx.db.select().from(media).where(own).for('update');
  if (picture === undefined || picture.failedAt !== null)
    throw unprocessable({ media_id: ['unknown_media'] });
  const [free] = await findUnusedAmong(tx, [mediaId]);
  if (free === undefined) throw unprocessable({ media_id: ['taken'] });
  if (picture.processedAt === null) throw conflict('media_not_ready');
  return picture;
}
