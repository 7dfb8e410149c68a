/** The door to an episode for who stands outside its team: workers and administrators. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { episodes, stories } from '../../../db/schema/index.ts';
import type { TransactionDeps } from '../../deps.ts';
import type { FoundEpisode } from '../episodes/team.ts';

export type LockOptions = {
  skipLocked?: boolean;
  /** The transaction is ended when nothing is heard of it for so long. */
  silentMaxMs?: number;
};

/** Told along with the first lock: where each statement is slow, one of its own would make everything later. */
const heardWithin = (ms: number) =>
  sql<string>`set_config('idle_in_transaction_session_timeout', ${String(ms)}, true)`;

/** Story first, then episode: everybody takes the two locks in this order. Null when either is gone, or held and skipped. */
export async function lockEpisode(
  tx: TransactionDeps,
  episodeId: string,
  { skipLocked = false, silentMaxMs }: LockOptions = {},
): Promise<FoundEpisode | null> {
  const alive = and(eq(episodes.id, episodeId), isNull(episodes.deletedAt));
  const [held] = await tx.db
    .select({ story: stories, ...(silentMaxMs !== undefined && { limit: heardWithin(silentMaxMs) }) })
    .from(stories)
    .innerJoin(episodes, eq(episodes.storyId, stories.id))
    .where(and(alive, isNull(stories.deletedAt)))
    .for('update', skipLocked ? { of: stories, skipLocked } : { of: stories });
  if (held === undefined) return null;
  const [episode] = await tx.db.select().from(episodes).where(alive).for('update');
  return episode === undefined ? null : { story: held.story, episode };
}
