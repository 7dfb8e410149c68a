/** Owns `likes` and `ratings`: one row for each reader and object, and totals that follow in the same transaction. */
import { and, eq } from 'drizzle-orm';
import { episodeCounters, episodes, likes, ratings, storyCounters } from '../../../db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../deps.ts';
import { conflict, isAppError } from '../../lib/errors.ts';
import {
  type Reader,
  requireListedEpisode,
  requireReadableEpisode,
  requireVisibleStory,
} from '../reading/access.ts';
import { ratingAverage } from '../reading/rules.ts';
import { count } from '../statistics/service.ts';
import { ratingChange } from './rules.ts';

export type Like = { liked: boolean; likes_count: number };
export type Rating = { rating_average: number | null; ratings_count: number };

const isOwnLike = (episodeId: string, readerId: string) =>
  and(eq(likes.episodeId, episodeId), eq(likes.readerId, readerId));

/** Liking again changes nothing. Throws what reading would: 404, 451, 402. */
export async function like(deps: Deps, reader: Reader, episodeId: string): Promise<Like> {
  const { storyId } = await requireReadableEpisode(deps, episodeId, reader);
  await inTransaction(deps, async (tx) => {
    const rows = await tx.db
      .insert(likes)
      .values({ episodeId, readerId: reader.viewer.id, createdAt: tx.clock.now() })
      .onConflictDoNothing()
      .returning({ episodeId: likes.episodeId });
    if (rows.length > 0) await count(tx, { storyId, episodeId, likes: 1 });
  });
  return { liked: true, likes_count: await countLikes(deps, episodeId) };
}

/**
 * A like can be taken back from what is no longer shown, too; no count is told then. Taking it back again changes nothing.
 * Throws 404 or 451 for an episode that is neither liked nor shown.
 */
export async function unlike(deps: Deps, reader: Reader, episodeId: string): Promise<Like> {
  const wasLiked = await inTransaction(deps, async (tx) => {
    const gone = await tx.db
      .delete(likes)
      .where(isOwnLike(episodeId, reader.viewer.id))
      .returning({ episodeId: likes.episodeId });
    if (gone.length === 0) return false;
    const [episode] = await tx.db
      .select({ storyId: episodes.storyId })
      .from(episodes)
      .where(eq(episodes.id, episodeId));
    if (episode !== undefined) await count(tx, { storyId: episode.storyId, episodeId, likes: -1 });
    return true;
  });
  try {
    await requireListedEpisode(deps, episodeId, reader);
  } catch (error) {
    if (wasLiked && isAppError(error)) return { liked: false, likes_count: 0 };
    throw error;
  }
  return { liked: false, likes_count: await countLikes(deps, episodeId) };
}

async function countLikes(deps: Deps, episodeId: string): Promise<number> {
  const [row] = await deps.db
    .select({ count: episodeCounters.likesCount })
    .from(episodeCounters)
    .where(eq(episodeCounters.episodeId, episodeId));
  return row?.count ?? 0;
}

/** Throws 404 or 451 for a story that is not shown, 409 for whoever belongs to its team: nobody praises their own. */
export async function rate(deps: Deps, reader: Reader, storyId: string, stars: number): Promise<Rating> {
  const { isMember } = await requireVisibleStory(deps, storyId, reader);
  if (isMember) throw conflict('own_story');
  await inTransaction(deps, (tx) => putRating(tx, reader.viewer.id, storyId, stars));
  const [row] = await deps.db
    .select({ sum: storyCounters.ratingsSum, count: storyCounters.ratingsCount })
    .from(storyCounters)
    .where(eq(storyCounters.storyId, storyId));
  return {
    rating_average: ratingAverage(row?.sum ?? 0, row?.count ?? 0),
    ratings_count: row?.count ?? 0,
  };
}

/** Two requests at once: the second waits for the row of the first, and replaces it. */
async function putRating(
  tx: TransactionDeps,
  readerId: string,
  storyId: string,
  stars: number,
): Promise<void> {
  const now = tx.clock.now();
  const isOwn = and(eq(ratings.storyId, storyId), eq(ratings.readerId, readerId));
  const first = await tx.db
    .insert(ratings)
    .values({ storyId, readerId, stars, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning({ stars: ratings.stars });
  let before: number | null = null;
  if (first.length === 0) {
    const [known] = await tx.db.select({ stars: ratings.stars }).from(ratings).where(isOwn).for('update');
    if (known === undefined || known.stars === stars) return;
    before = known.stars;
    await tx.db.update(ratings).set({ stars, updatedAt: now }).where(isOwn);
  }
  await count(tx, { storyId, ratings: ratingChange(before, stars) });
}
