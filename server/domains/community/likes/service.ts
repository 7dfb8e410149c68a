/** Owns `likes` and `ratings`: one row per reader and object. Totals change in the same transaction. */
import { and, eq } from 'drizzle-orm';
import { episodes, likes, ratings } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { conflict, isAppError } from '../../../lib/errors.ts';
import { findTotals } from '../../reading/counts/counter-shards.ts';
import { countEvents } from '../../reading/counts/service.ts';
import {
  type Reader,
  requireListedEpisode,
  requireReadableEpisode,
  requireVisibleStory,
} from '../../reading/reader/access.ts';
import { ratingAverage } from '../../reading/reader/rules.ts';
import { addLike, addRating, type Totals } from './at-once.ts';

export type Like = { liked: boolean; likes_count: number };
export type Rating = {
  rating_average: number | null;
  ratings_count: number;
  /** Number of ratings with one star, two stars, and so on. */
  rating_distribution: number[];
};

const isOwnLike = (episodeId: string, readerId: string) =>
  and(eq(likes.episodeId, episodeId), eq(likes.readerId, readerId));

/** Repeating has no effect. Throws 404, 451, 402 as reading would. */
export async function likeEpisode(deps: Deps, reader: Reader, episodeId: string): Promise<Like> {
  const { storyId } = await requireReadableEpisode(deps, episodeId, reader);
  const added = await addLike(deps, { storyId, episodeId, readerId: reader.viewer.id });
  return { liked: true, likes_count: added ?? (await countLikes(deps, episodeId)) };
}

/** Works for hidden episodes, too, without a count. Throws 404 or 451 when neither liked nor visible. */
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
    if (episode !== undefined) await countEvents(tx, { storyId: episode.storyId, episodeId, likes: -1 });
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

const countLikes = async (deps: Deps, episodeId: string): Promise<number> =>
  (await findTotals(deps, 'episode', episodeId))?.likes_count ?? 0;

/** Throws 404 or 451 when the story is not visible, 409 for its own team. */
export async function rateStory(deps: Deps, reader: Reader, storyId: string, stars: number): Promise<Rating> {
  const { isMember } = await requireVisibleStory(deps, storyId, reader);
  if (isMember) throw conflict('own_story');
  const readerId = reader.viewer.id;
  const added = await addRating(deps, { storyId, readerId, stars });
  if (added !== null) return toRating(added);
  await inTransaction(deps, (tx) => changeRating(tx, readerId, storyId, stars));
  return findRating(deps, storyId);
}

const NO_RATING: Rating = { rating_average: null, ratings_count: 0, rating_distribution: [0, 0, 0, 0, 0] };

/** Works for hidden stories, too, without a count. Throws 404 or 451 when neither rated nor visible. */
export async function takeRatingBack(deps: Deps, reader: Reader, storyId: string): Promise<Rating> {
  const wasRated = await inTransaction(deps, async (tx) => {
    const [gone] = await tx.db
      .delete(ratings)
      .where(and(eq(ratings.storyId, storyId), eq(ratings.readerId, reader.viewer.id)))
      .returning({ stars: ratings.stars });
    if (gone === undefined) return false;
    await countEvents(tx, { storyId, rating: { before: gone.stars, after: null } });
    return true;
  });
  try {
    await requireVisibleStory(deps, storyId, reader);
  } catch (error) {
    if (wasRated && isAppError(error)) return NO_RATING;
    throw error;
  }
  return findRating(deps, storyId);
}

const findRating = async (deps: Deps, storyId: string): Promise<Rating> =>
  toRating((await findTotals(deps, 'story', storyId)) ?? {});

function toRating(totals: Totals): Rating {
  const { ratings_sum: sum = 0, ratings_count: count = 0 } = totals;
  return {
    rating_average: ratingAverage(sum, count),
    ratings_count: count,
    rating_distribution: [1, 2, 3, 4, 5].map((stars) => totals[`stars_${stars}`] ?? 0),
  };
}

/** Concurrent requests: the second waits for the first one's row and replaces it. */
async function changeRating(
  tx: TransactionDeps,
  readerId: string,
  storyId: string,
  stars: number,
): Promise<void> {
  const now = tx.clock.now();
  const isOwn = and(eq(ratings.storyId, storyId), eq(ratings.readerId, readerId));
  const [known] = await tx.db.select({ stars: ratings.stars }).from(ratings).where(isOwn).for('update');
  // Removed meanwhile, or unchanged.
  if (known === undefined || known.stars === stars) return;
  await tx.db.update(ratings).set({ stars, updatedAt: now }).where(isOwn);
  await countEvents(tx, { storyId, rating: { before: known.stars, after: stars } });
}
