/** The door to an episode for who stands outside its team: workers and administrators. */
import { and, eq, isNull } from 'drizzle-orm';
import { episodes, stories } from '../../../db/schema/index.ts';
import type { TransactionDeps } from '../../deps.ts';
import type { FoundEpisode } from '../episodes/team.ts';

/** Story first, then episode: everybody takes the two locks in this order. Null when either is gone, or held and skipped. */
export async function lockEpisode(
  tx: TransactionDeps,
  episodeId: string,
  { skipLocked = false }: { skipLocked?: boolean } = {},
): Promise<FoundEpisode | null> {
  const alive = and(eq(episodes.id, episodeId), isNull(episodes.deletedAt));
  const [held] = await tx.db
    .select({ story: stories })
    .from(stories)
    .innerJoin(episodes, eq(episodes.storyId, stories.id))
    .where(and(alive, isNull(stories.deletedAt)))
    .for('update', skipLocked ? { of: stories, skipLocked } : { of: stories });
  if (held === undefined) return null;
  const [episode] = await tx.db.select().from(episodes).where(alive).for('update');
  return episode === undefined ? null : { story: held.story, episode };
}
