/** Makes the pictures of pages anew from their originals, as another format of their story cuts them (PAG-10). */
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { episodePages, episodes, keptPages, type MediaPurpose, media } from '../../../db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../deps.ts';
import { recordAll } from '../../outbox/record.ts';
import { editionOf, originalKey } from './addresses.ts';

const pagesOf = (deps: Pick<Deps, 'db'>, storyId: string) =>
  deps.db
    .select({ mediaId: episodePages.mediaId })
    .from(episodePages)
    .innerJoin(episodes, eq(episodes.id, episodePages.episodeId))
    .where(and(eq(episodes.storyId, storyId), isNull(episodes.deletedAt)));

/** Pages that only readers who paid see: they are shown in their story's format, too. */
const keptPagesOf = (deps: Pick<Deps, 'db'>, storyId: string) =>
  deps.db
    .select({ mediaId: keptPages.mediaId })
    .from(keptPages)
    .innerJoin(episodes, eq(episodes.id, keptPages.episodeId))
    .where(eq(episodes.storyId, storyId));

export async function countStoryPages(deps: Pick<Deps, 'db'>, storyId: string): Promise<number> {
  return deps.db.$count(pagesOf(deps, storyId).as('pages'));
}

/**
 * Back into the queue with all of them, those too that failed before. Order and ids of pages stay: a page is one original,
 * into however many pieces it is cut. Whoever is at work on an older edition finds that it is no longer wanted.
 */
export async function remakeStoryPages(
  tx: TransactionDeps,
  storyId: string,
  purpose: MediaPurpose,
): Promise<void> {
  const queued = await tx.db
    .update(media)
    .set({
      purpose,
      edition: sql`${media.edition} + 1`,
      pieces: [],
      variants: [],
      startedAt: null,
      processedAt: null,
      failedAt: null,
      error: null,
    })
    .where(or(inArray(media.id, pagesOf(tx, storyId)), inArray(media.id, keptPagesOf(tx, storyId))))
    .returning({ mediaId: media.id });
  await recordAll(tx, 'media.remake', queued);
}

/** Deletes the sizes of all editions but the present one; of a picture without a row nothing is left to others. */
export async function deleteOldEditions(deps: Deps, mediaId: string): Promise<void> {
  const [row] = await deps.db.select({ edition: media.edition }).from(media).where(eq(media.id, mediaId));
  if (row === undefined) return;
  const original = originalKey(mediaId);
  for await (const { key } of deps.storage.list(original.replace(/original$/, ''))) {
    // An edition that begins meanwhile is a later one.
    if (key !== original && editionOf(key) < row.edition) await deps.storage.delete(key);
  }
}
