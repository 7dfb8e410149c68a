/** The door to an episode for who stands outside its team: workers and administrators. */
import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { episodes, stories } from '#db/schema/index.ts';
import type { TransactionDeps } from '../../../deps.ts';
import type { FoundEpisode } from '../episodes/team.ts';

export type LockOptions = {
  skipLocked?: boolean;
  /** The transaction is ended when nothing is heard of it for so long. */
  silentMaxMs?: number;
};

/** Told along with the locks: where each statement is slow, one of its own would make everything later. */
const heardWithin = (ms: number | undefined) =>
  (ms === undefined
    ? sql<string | null>`null`
    : sql<string | null>`set_config('idle_in_transaction_session_timeout', ${String(ms)}, true)`
  ).as('silent_max');

/** Story first, then episode: everybody takes the two locks in this order. Null when either is gone, or held and skipped. */
export async function lockEpisode(
  tx: TransactionDeps,
  episodeId: string,
  { skipLocked = false, silentMaxMs }: LockOptions = {},
): Promise<FoundEpisode | null> {
  const alive = and(eq(episodes.id, episodeId), isNull(episodes.deletedAt));
  // Whatever the plan, what is behind `with` is held before the episode is reached for.
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
