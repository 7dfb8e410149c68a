/** Makes pages again from their originals when the story's format cuts them differently (PAG-10). */

import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { episodePages, episodes, keptPages, type MediaPurpose, media } from '../../../db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../deps.ts';
import { recordAll } from '../../outbox/record.ts';
import { editionOf, originalKey } from './addresses.ts';
import { pictureOutdated } from './events.ts';

const pagesOf = (deps: Pick<Deps, 'db'>, storyId: string) =>
  deps.db
    .select({ mediaId: episodePages.mediaId })
    .from(episodePages)
    .innerJoin(episodes, eq(episodes.id, episodePages.episodeId))
    .where(and(eq(episodes.storyId, storyId), isNull(episodes.deletedAt)));

/** Only readers who paid see kept pages. They follow the story's format, too. */
const keptPagesOf = (deps: Pick<Deps, 'db'>, storyId: string) =>
  deps.db
    .select({ mediaId: keptPages.mediaId })
    .from(keptPages)
    .innerJoin(episodes, eq(episodes.id, keptPages.episodeId))
    .where(eq(episodes.storyId, storyId));

export async function countStoryPages(deps: Pick<Deps, 'db'>, storyId: string): Promise<number> {
  return deps.db.$count(pagesOf(deps, storyId).as('pages'));
}

/** Includes failed pages. Order and ids stay. Jobs on an older edition notice that it is no longer wanted. */
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
  await recordAll(tx, pictureOutdated, queued);
}

/** Leaves pictures without a row to `deleteMediaFiles`. */
export async function deleteOldEditions(deps: Deps, mediaId: string): Promise<void> {
  const [row] = await deps.db.select({ edition: media.edition }).from(media).where(eq(media.id, mediaId));
  if (row === undefined) return;
  const original = originalKey(mediaId);
  for await (const { key } of deps.storage.list(original.replace(/original$/, ''))) {
    if (key !== original && editionOf(key) < row.edition) await deps.storage.delete(key);
  }
}
