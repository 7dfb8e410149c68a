/** Likes and first ratings in one statement, because popular stories get thousands at once. */

import { sql } from 'drizzle-orm';
import { preparedStatement } from '#db/prepared.ts';
import type { Deps } from '../../../deps.ts';
import { utcDay } from '../../../lib/days.ts';
import { countedLike, countedRating } from '../../reading/counts/reactions.ts';
import { viewCounter } from '../../reading/counts/view-counter.ts';

const uuidOf = (name: string) => sql`${sql.placeholder(name)}::uuid`;
const NOW = sql`${sql.placeholder('now')}::timestamptz`;

const insertLike = preparedStatement<{ likes_count: number }>(() => {
  const [storyId, episodeId] = [uuidOf('storyId'), uuidOf('episodeId')];
  const deed = sql`insert into likes (episode_id, reader_id, created_at)
    values (${episodeId}, ${uuidOf('readerId')}, ${NOW}) on conflict do nothing returning 1`;
  return countedLike(deed, { storyId, episodeId, day: sql`${sql.placeholder('day')}::date` });
});

type Liking = { storyId: string; episodeId: string; readerId: string };

/** Returns the new total, or null when the reader liked the episode before. */
export async function addLike(deps: Deps, liking: Liking): Promise<number | null> {
  const now = deps.clock.now();
  const [row] = await insertLike(deps, { ...liking, now: now.toISOString(), day: utcDay(now) });
  return row?.likes_count ?? null;
}

export type Totals = Record<string, number>;

const insertRating = preparedStatement<Totals>(() => {
  const [storyId, stars] = [uuidOf('storyId'), sql`${sql.placeholder('stars')}::int`];
  const deed = sql`insert into ratings (story_id, reader_id, stars, created_at, updated_at)
    values (${storyId}, ${uuidOf('readerId')}, ${stars}, ${NOW}, ${NOW}) on conflict do nothing returning 1`;
  return countedRating(deed, { storyId, stars });
});

type Rating = { storyId: string; readerId: string; stars: number };

/** Returns the new totals, or null when the reader rated the story before. */
export async function addRating(deps: Deps, rating: Rating): Promise<Totals | null> {
  const [totals] = await insertRating(deps, { ...rating, now: deps.clock.now().toISOString() });
  if (totals === undefined) return null;
  viewCounter.of(deps).showGrown([rating.storyId]);
  return totals;
}
