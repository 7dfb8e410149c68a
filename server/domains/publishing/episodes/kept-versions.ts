/** Owns kept versions: readers keep what they paid for while it is unpublished (decisions.md §9). */
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import {
  chapterPictures,
  chapters,
  type EpisodeStatus,
  episodePages,
  episodes,
  epubs,
  keptChapters,
  keptPages,
  keptPictures,
  unlocks,
} from '#db/schema/index.ts';
import type { TransactionDeps } from '../../../deps.ts';
import { removeMedia } from '../../media/service.ts';
import { findUnusedAmong } from '../../media/uses.ts';

/** Call it before episodes change their status. Their stories are locked, so nobody pays meanwhile. */
export async function settleKept(
  tx: TransactionDeps,
  ids: readonly string[],
  next: EpisodeStatus,
): Promise<void> {
  if (next === 'published' || next === 'blocked') return dropKept(tx, ids);
  const bought = await tx.db
    .select({ id: episodes.id })
    .from(episodes)
    .where(and(inArray(episodes.id, [...ids]), eq(episodes.status, 'published'), hasBuyers));
  for (const { id } of bought) await keepVersion(tx, id);
}

/** Names the tables explicitly: in a statement on one table, drizzle drops them from its columns. */
const hasBuyers = sql`exists (select from ${unlocks} u where u.story_id = ${episodes}.story_id
  and u.episode_id = ${episodes}.id and u.returned_at is null)`;

async function keepVersion(tx: TransactionDeps, episodeId: string): Promise<void> {
  const isVertical = sql`exists (select from ${epubs} b where b.episode_id = ${episodes}.id
    and b.state = 'taken' and b.findings ->> 'isVertical' = 'true')`;
  await tx.db
    .update(episodes)
    .set({
      keptVersion: sql`jsonb_build_object('title', ${episodes.title}, 'readMode', ${episodes.readMode},
        'pageOrientation', ${episodes.pageOrientation}, 'isVertical', ${isVertical})`,
    })
    .where(eq(episodes.id, episodeId));
  await copyKept(tx, episodeId);
}

export async function copyKept(tx: TransactionDeps, episodeId: string): Promise<void> {
  await tx.db.execute(sql`insert into ${keptPages} (id, episode_id, media_id, position, alt_text)
    select id, episode_id, media_id, position, alt_text from ${episodePages} where episode_id = ${episodeId}`);
  await tx.db.execute(sql`insert into ${keptChapters} (id, episode_id, position, title, html, section_ends, plain, characters_count)
    select id, episode_id, position, title, html, section_ends, plain, characters_count
    from ${chapters} where episode_id = ${episodeId}`);
  await tx.db.execute(sql`insert into ${keptPictures} (episode_id, chapter_id, media_id)
    select episode_id, chapter_id, media_id from ${chapterPictures}
    where episode_id = ${episodeId} and chapter_id is not null`);
}

/** Also deletes pictures that only the kept version showed. */
export async function dropKept(tx: TransactionDeps, ids: readonly string[]): Promise<void> {
  const kept = and(inArray(episodes.id, [...ids]), isNotNull(episodes.keptVersion));
  const held = await tx.db.select({ id: episodes.id }).from(episodes).where(kept);
  if (held.length === 0) return;
  const heldIds = held.map(({ id }) => id);
  const pages = await tx.db
    .delete(keptPages)
    .where(inArray(keptPages.episodeId, heldIds))
    .returning({ id: keptPages.mediaId });
  const pictures = await tx.db
    .delete(keptPictures)
    .where(inArray(keptPictures.episodeId, heldIds))
    .returning({ id: keptPictures.mediaId });
  await tx.db.delete(keptChapters).where(inArray(keptChapters.episodeId, heldIds));
  await tx.db.update(episodes).set({ keptVersion: null }).where(inArray(episodes.id, heldIds));
  const shown = [...new Set([...pages, ...pictures].map(({ id }) => id))];
  await removeMedia(tx, await findUnusedAmong(tx, shown));
}
