/**
 * Owns the counters of stories and episodes, their days, and `pending_figures`. Lock order, each by id: days of
 * episodes, days of stories, counters of episodes, counters of stories.
 */

import { and, asc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { episodeCounters, pendingFigures, storyCounters } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { utcDay } from '../../../lib/days.ts';
import { rankStories } from '../../publishing/stories/popularity.ts';
import { foldShards, raiseTotals } from './counter-shards.ts';
import { type RatingChange, ratingDeltas } from './rules.ts';
import { viewCounter } from './view-counter.ts';

/** Increases. Negative when something was taken back. */
type Deltas = { likes?: number; comments?: number; subscribers?: number; impressions?: number };

export type Counted = Deltas & {
  storyId: string;
  /** Absent when the story itself was liked, rated or subscribed to. */
  episodeId?: string;
  rating?: RatingChange;
};

/**
 * Counts inside the transaction of the action, so that no count differs from its rows. Readers see some figures at
 * once, so these are totals with shards. The rest is appended and added up soon. No total falls below 0, but a single
 * day may.
 */
export async function countEvents(tx: TransactionDeps, counted: Counted): Promise<void> {
  const { storyId, episodeId = null, rating } = counted;
  const { likes = 0, comments = 0, subscribers = 0, impressions = 0 } = counted;
  // Appended first, so that contested rows are locked for the shortest time.
  if (likes !== 0 || comments !== 0 || subscribers !== 0 || impressions !== 0)
    await tx.db
      .insert(pendingFigures)
      .values({ storyId, episodeId, day: utcDay(tx.clock.now()), likes, comments, subscribers, impressions });
  if (episodeId !== null && comments !== 0) {
    const { commentsCount } = episodeCounters;
    await tx.db
      .insert(episodeCounters)
      .values({ episodeId, commentsCount: Math.max(0, comments) })
      .onConflictDoUpdate({
        target: episodeCounters.episodeId,
        set: { commentsCount: sql`greatest(0, ${commentsCount} + ${comments})` },
      });
  }
  if (episodeId !== null) await raiseTotals(tx, 'episode', episodeId, { likes_count: likes });
  if (subscribers === 0 && rating === undefined) return;
  const deltas = rating === undefined ? {} : ratingDeltas(rating);
  await raiseTotals(tx, 'story', storyId, { subscribers_count: subscribers, ...deltas });
  tx.afterCommit(() => viewCounter.of(tx).showGrown([storyId]));
}

/** Sets a recounted total of an episode's comments. Changes nothing when it is right. */
export async function correctComments(
  tx: TransactionDeps,
  episodeId: string,
  commentsCount: number,
): Promise<void> {
  await tx.db
    .update(episodeCounters)
    .set({ commentsCount })
    .where(and(eq(episodeCounters.episodeId, episodeId), ne(episodeCounters.commentsCount, commentsCount)));
}

/** Figures of a day. `views` are not counted yet. */
export type Figures = Deltas & {
  storyId: string;
  episodeId: string | null;
  day: string;
  views?: number;
  unlocks?: number;
  coins?: number;
};

/**
 * Adds a batch to the days, and to totals that no action has raised. Returns the stories that have grown. Touches no
 * row of `stories` or `episodes`, so that no editor waits.
 */
export async function addUp(tx: TransactionDeps, figures: readonly Figures[]): Promise<string[]> {
  if (figures.length === 0) return [];
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(figures)}::jsonb) as f ("storyId" uuid, "episodeId" uuid,
    day date, views bigint, likes int, comments int, subscribers int, impressions bigint, unlocks int, coins bigint)`;
  const sum = (name: string) => sql`coalesce(sum(f.${sql.raw(name)}), 0)`;
  const [views, likes, comments, impressions] = [
    sum('views'),
    sum('likes'),
    sum('comments'),
    sum('impressions'),
  ];
  const [unlocks, coins] = [sum('unlocks'), sum('coins')];
  await tx.db.execute(sql`
    insert into episode_days as d (episode_id, day, views, likes, comments, impressions, unlocks, coins)
    select f."episodeId", f.day, ${views}, ${likes}, ${comments}, ${impressions}, ${unlocks}, ${coins} from ${wanted}
    where f."episodeId" is not null group by 1, 2 order by 1, 2
    on conflict (episode_id, day) do update set views = d.views + excluded.views, likes = d.likes + excluded.likes,
      comments = d.comments + excluded.comments, impressions = d.impressions + excluded.impressions,
      unlocks = d.unlocks + excluded.unlocks, coins = d.coins + excluded.coins`);
  await tx.db.execute(sql`
    insert into story_days as d (story_id, day, views, likes, comments, impressions, subscribers, unlocks, coins)
    select f."storyId", f.day, ${views}, ${likes}, ${comments}, ${impressions}, ${sum('subscribers')}, ${unlocks}, ${coins} from ${wanted}
    group by 1, 2 order by 1, 2
    on conflict (story_id, day) do update set views = d.views + excluded.views, likes = d.likes + excluded.likes,
      comments = d.comments + excluded.comments, impressions = d.impressions + excluded.impressions,
      subscribers = d.subscribers + excluded.subscribers, unlocks = d.unlocks + excluded.unlocks,
      coins = d.coins + excluded.coins`);
  // Erased content has days but no totals. A like may be added after it was taken back, so sums go below 0.
  await tx.db.execute(sql`
    insert into episode_counters as c (episode_id, views_count, impressions_count)
    select f."episodeId", ${views}, ${impressions} from ${wanted} join episodes e on e.id = f."episodeId"
    group by 1 having ${views} <> 0 or ${impressions} <> 0 order by 1
    on conflict (episode_id) do update set views_count = c.views_count + excluded.views_count,
      impressions_count = c.impressions_count + excluded.impressions_count`);
  const { rows } = await tx.db.execute<{ story_id: string }>(sql`
    insert into story_counters as c (story_id, views_count, likes_count, unranked_at)
    select f."storyId", ${views}, ${likes}, case when ${views} > 0 then ${tx.clock.now()}::timestamptz end
    from ${wanted} join stories s on s.id = f."storyId"
    group by 1 having ${views} <> 0 or ${likes} <> 0 order by 1
    on conflict (story_id) do update set views_count = c.views_count + excluded.views_count,
      likes_count = c.likes_count + excluded.likes_count,
      unranked_at = coalesce(c.unranked_at, excluded.unranked_at)
    returning story_id`);
  return rows.map((row) => row.story_id);
}

const PENDING_MAX_COUNT = 2_000;

/** A sweep, in any number of processes at once: each takes different pending rows. */
export async function addUpPending(deps: Deps): Promise<void> {
  await foldShards(deps);
  for (;;) {
    const taken = await inTransaction(deps, async (tx) => {
      const part = tx.db
        .select({ id: pendingFigures.id })
        .from(pendingFigures)
        .orderBy(asc(pendingFigures.id))
        .limit(PENDING_MAX_COUNT)
        .for('update', { skipLocked: true });
      // The array makes the subquery run once. Otherwise it might run again and take more.
      const isTaken = sql`${pendingFigures.id} = any(array(${part}))`;
      const rows = await tx.db.delete(pendingFigures).where(isTaken).returning();
      const grown = await addUp(tx, rows);
      tx.afterCommit(() => viewCounter.of(deps).showGrown(grown));
      return rows.length;
    });
    if (taken < PENDING_MAX_COUNT) return;
  }
}

const RANKED_MAX_COUNT = 500;

/** A sweep: updates the rank of stories that were read, those that wait longest first. */
export async function rankRead(deps: Deps): Promise<void> {
  for (;;) {
    const [seen, ranked] = await inTransaction(deps, async (tx) => {
      const rows = await tx.db
        .select({ id: storyCounters.storyId, views: storyCounters.viewsCount })
        .from(storyCounters)
        .where(isNotNull(storyCounters.unrankedAt))
        .orderBy(asc(storyCounters.unrankedAt))
        .limit(RANKED_MAX_COUNT)
        .for('update', { skipLocked: true });
      const done = await rankStories(tx, rows);
      if (done.length > 0)
        await tx.db
          .update(storyCounters)
          .set({ unrankedAt: null })
          .where(inArray(storyCounters.storyId, done));
      return [rows.length, done.length];
    });
    // The next sweep takes stories that are being edited.
    if (seen < RANKED_MAX_COUNT || ranked === 0) return;
  }
}
