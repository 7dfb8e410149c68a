/** Owns how a place among the most read compares with that of a week before, and which lists tell of it. */
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { rankings } from '#db/schema/index.ts';
import { addDays, utcDay } from '../../../lib/days.ts';
import { RANKED_DAYS } from '../../reading/counts/rules.ts';
import type { Top } from './top-lists.ts';

/** Of so many first ones it is known where they stood a week before. */
export const COMPARED_MAX_COUNT = 100;

/** By how many places it has risen, or fallen below 0; `new` is what was not among the first hundred. */
export type Move = number | 'new';

/** Places are those that a reader sees, so that what has gone meanwhile, or is closed to them, moves nothing. */
export function movesOf(now: readonly string[], before: readonly string[]): (Move | null)[] {
  // Of the first week there is nothing to tell.
  if (before.length === 0) return now.map(() => null);
  return now.map((id, place) => {
    const earlier = before.indexOf(id);
    return earlier < 0 ? 'new' : earlier - place;
  });
}

const latestDay = sql`(select max(latest.day) from ${rankings} latest
  where latest.day between ${sql.placeholder('yesterday')} and ${sql.placeholder('today')})`;

/** The values of the placeholders in these lists. Right after midnight the day that has ended is the latest one. */
export const rankedDays = (now: Date): { yesterday: string; today: string } => ({
  yesterday: addDays(utcDay(now), -1),
  today: utcDay(now),
});

const placesOf = (kind: SQL, day: SQL, most: number): Top => ({
  of: 'rankings',
  where: and(sql`${rankings.kind} = ${kind}`, eq(rankings.day, day)),
  order: [asc(rankings.place)],
  most,
});

/** The most read of the week, and those of the week before. `kind` is one of `RankedKind`. */
export const rankedTops = (kind: SQL, most: number): { ranked: Top; before: Top } => ({
  ranked: placesOf(kind, latestDay, most),
  before: placesOf(kind, sql`${latestDay} - ${sql.raw(String(RANKED_DAYS))}`, COMPARED_MAX_COUNT),
});
