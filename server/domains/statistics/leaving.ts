/** Takes back at once all that an account has counted for, when it is erased; in the order of rows that everybody keeps. */
import { asc, inArray, sql } from 'drizzle-orm';
import { episodeCounters, episodes, pendingFigures, storyCounters } from '../../../db/schema/index.ts';
import type { TransactionDeps } from '../../deps.ts';
import { utcDay } from '../../lib/days.ts';

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
  if (likedEpisodeIds.length > 0) await takeLikesBack(tx, likedEpisodeIds, day);
  const changes = [
    ...subscribedStoryIds.map((storyId) => ({ storyId, subscribers: 1, sum: 0, count: 0 })),
    ...ratings.map(({ storyId, stars }) => ({ storyId, subscribers: 0, sum: stars, count: 1 })),
  ];
  if (changes.length === 0) return;
  const { storyId, subscribersCount, ratingsSum, ratingsCount } = storyCounters;
  const ids = changes.map((change) => change.storyId);
  await tx.db
    .select({ storyId })
    .from(storyCounters)
    .where(inArray(storyId, ids))
    .orderBy(asc(storyId))
    .for('update');
  await tx.db.execute(sql`update story_counters set
      subscribers_count = greatest(0, ${subscribersCount} - c.subscribers),
      ratings_sum = greatest(0, ${ratingsSum} - c.sum), ratings_count = greatest(0, ${ratingsCount} - c.count)
    from (select "storyId", sum(subscribers)::int as subscribers, sum(sum)::int as sum, sum(count)::int as count
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as r ("storyId" uuid, subscribers int, sum int, count int)
      group by 1) c where ${storyId} = c."storyId"`);
  if (subscribedStoryIds.length > 0)
    await append(
      tx,
      subscribedStoryIds.map((id) => ({ storyId: id, episodeId: null, day, subscribers: -1 })),
    );
  tx.afterCommit(() => tx.views.showGrown([...new Set(ids)]));
}

async function takeLikesBack(tx: TransactionDeps, episodeIds: readonly string[], day: string): Promise<void> {
  const { episodeId, likesCount } = episodeCounters;
  const isLiked = inArray(episodeId, [...episodeIds]);
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
    .where(inArray(episodes.id, [...episodeIds]));
  await append(
    tx,
    known.map((row) => ({ ...row, day, likes: -1 })),
  );
}

/** As many as a statement takes parameters for. */
const ROWS_MAX_COUNT = 5_000;

async function append(
  tx: TransactionDeps,
  rows: readonly (typeof pendingFigures.$inferInsert)[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_MAX_COUNT)
    await tx.db.insert(pendingFigures).values(rows.slice(at, at + ROWS_MAX_COUNT));
}
