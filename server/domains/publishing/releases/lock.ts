/** Access to an episode for workers and administrators, who are outside its team. */
import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { episodes, stories } from '#db/schema/index.ts';
import type { TransactionDeps } from '../../../deps.ts';
import type { FoundEpisode } from '../episodes/team.ts';

export type LockOptions = {
  skipLocked?: boolean;
  /** PostgreSQL ends the transaction after this time without a statement. */
  silentMaxMs?: number;
};

/** Set by the statement that takes the locks. On a slow database a separate statement would delay everything. */
const heardWithin = (ms: number | undefined) =>
  (ms === undefined
    ? sql<string | null>`null`
    : sql<string | null>`set_config('idle_in_transaction_session_timeout', ${String(ms)}, true)`
  ).as('silent_max');

/** Locks the story, then the episode, like everybody. Null when either is gone, or locked and skipped. */
export async function lockEpisode(
  tx: TransactionDeps,
  episodeId: string,
  { skipLocked = false, silentMaxMs }: LockOptions = {},
): Promise<FoundEpisode | null> {
  const alive = and(eq(episodes.id, episodeId), isNull(episodes.deletedAt));
  // The `with` part is locked before the episode, whatever the query plan.
  const held = tx.db.$with('held').as(
    tx.db
      .select({ ...getTableColumns(stories), silentMax: heardWithin(silentMaxMs) })
      .from(stories)
      .innerJoin(episodes, eq(episodes.storyId, stories.id))
      .where(and(alive, isNull(stories.deletedAt)))
      .for('update', skipLocked ? { of: stories, skipLocked } : { of: stories }),
  );
  const [found] = await tx.db
    .with(held)
    .select()
    .from(held)
    .innerJoin(episodes, eq(episodes.storyId, held.id))
    .where(alive)
    .for('update', { of: episodes });
  if (found === undefined) return null;
  const { silentMax: _told, ...story } = found.held;
  return { story, episode: found.episodes };
}
