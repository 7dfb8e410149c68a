/** Takes back everything that an erased account has counted for, in the common order of rows. */

import { asc, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { episodeCounters, episodes, pendingFigures, storyCounters } from '#db/schema/index.ts';
import type { TransactionDeps } from '../../../deps.ts';
import { utcDay } from '../../../lib/days.ts';
import { foldTotals } from './counter-shards.ts';
import { viewCounter } from './view-counter.ts';

export type Leaving = {
  likedEpisodeIds?: readonly string[];
  subscribedStoryIds?: readonly string[];
  ratings?: readonly { storyId: string; stars: number }[];
};

export async function takeBack(
  tx: TransactionDeps,
  { likedEpisodeIds = [], subscribedStoryIds = [], ratings = [] }: Leaving,
): Promise<void> {
  const day = utcDay(tx.clock.now());
  await foldTotals(tx, [...likedEpisodeIds, ...subscribedStoryIds, ...ratings.map(({ storyId }) => storyId)]);
  if (likedEpisodeIds.length > 0) await takeLikesBack(tx, likedEpisodeIds, day);
  const changes = [
    ...subscribedStoryIds.map((storyId) => ({ storyId, subscribers: 1, stars: null })),
    ...ratings.map(({ storyId, stars }) => ({ storyId, subscribers: 0, stars })),
  ];
  if (changes.length === 0) return;
  const { storyId, subscribersCount, ratingsSum, ratingsCount } = storyCounters;
  const less = (stars: number) =>
    sql.raw(`stars_${stars} = greatest(0, story_counters.stars_${stars} - c.of_${stars})`);
  const given = (stars: number) => sql.raw(`(count(*) filter (where stars = ${stars}))::int as of_${stars}`);
  const each = (make: (stars: number) => SQL) => sql.join([1, 2, 3, 4, 5].map(make), sql`, `);
  const ids = changes.map((change) => change.storyId);
  await tx.db
    .select({ storyId })
    .from(storyCounters)
    .where(isOneOf(storyId, ids))
    .orderBy(asc(storyId))
    .for('update');
  await tx.db.execute(sql`update story_counters set
      subscribers_count = greatest(0, ${subscribersCount} - c.subscribers),
      ratings_sum = greatest(0, ${ratingsSum} - c.sum), ratings_count = greatest(0, ${ratingsCount} - c.count),
      ${each(less)}
    from (select "storyId", sum(subscribers)::int as subscribers, coalesce(sum(stars), 0)::int as sum,
        count(stars)::int as count, ${each(given)}
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as r ("storyId" uuid, subscribers int, stars int)
      group by 1) c where ${storyId} = c."storyId"`);
  if (subscribedStoryIds.length > 0)
    await append(
      tx,
      subscribedStoryIds.map((id) => ({ storyId: id, episodeId: null, day, subscribers: -1 })),
    );
  tx.afterCommit(() => viewCounter.of(tx).showGrown([...new Set(ids)]));
}

/** One parameter: a statement takes 65,535 of them, and somebody may have liked more. */
const isOneOf = (column: AnyPgColumn, ids: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...ids])}::uuid[])`;

async function takeLikesBack(tx: TransactionDeps, episodeIds: readonly string[], day: string): Promise<void> {
  const { episodeId, likesCount } = episodeCounters;
  const isLiked = isOneOf(episodeId, episodeIds);
  await tx.db
    .select({ episodeId })
    .from(episodeCounters)
    .where(isLiked)
    .orderBy(asc(episodeId))
    .for('update');
  await tx.db
    .update(episodeCounters)
    .set({ likesCount: sql`greatest(0, ${likesCount} - 1)` })
    .where(isLiked);
  const known = await tx.db
    .select({ episodeId: episodes.id, storyId: episodes.storyId })
    .from(episodes)
    .where(isOneOf(episodes.id, episodeIds));
  await append(
    tx,
    known.map((row) => ({ ...row, day, likes: -1 })),
  );
}

/** Limited by the parameters of a statement. */
const ROWS_MAX_COUNT = 5_000;

async function append(
  tx: TransactionDeps,
  rows: readonly (typeof pendingFigures.$inferInsert)[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_MAX_COUNT)
    await tx.db.insert(pendingFigures).values(rows.slice(at, at + ROWS_MAX_COUNT));
}
