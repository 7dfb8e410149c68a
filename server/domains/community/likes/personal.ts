import { asc, eq } from 'drizzle-orm';
import { likes, ratings } from '#db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../../deps.ts';
import type { Person } from '../../administration/privacy/personal.ts';
import { takeBack } from '../../reading/counts/leaving.ts';

export async function collectReactions(deps: Deps, { id }: Person) {
  const liked = await deps.db
    .select({ episodeId: likes.episodeId, createdAt: likes.createdAt })
    .from(likes)
    .where(eq(likes.readerId, id))
    .orderBy(asc(likes.episodeId));
  const rated = await deps.db
    .select({
      storyId: ratings.storyId,
      stars: ratings.stars,
      createdAt: ratings.createdAt,
      updatedAt: ratings.updatedAt,
    })
    .from(ratings)
    .where(eq(ratings.readerId, id))
    .orderBy(asc(ratings.storyId));
  return { files: { likes: liked, ratings: rated } };
}

/** The totals go down by what goes. */
export async function eraseReactions(tx: TransactionDeps, { id }: Person): Promise<void> {
  const liked = await tx.db
    .delete(likes)
    .where(eq(likes.readerId, id))
    .returning({ episodeId: likes.episodeId });
  const rated = await tx.db
    .delete(ratings)
    .where(eq(ratings.readerId, id))
    .returning({ storyId: ratings.storyId, stars: ratings.stars });
  await takeBack(tx, { likedEpisodeIds: liked.map(({ episodeId }) => episodeId), ratings: rated });
}
