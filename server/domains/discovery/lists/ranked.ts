import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { rankings } from '#db/schema/index.ts';
import { addDays, utcDay } from '../../../lib/days.ts';
import { RANKED_DAYS } from '../../reading/counts/rules.ts';
import type { Top } from './top-lists.ts';

export const COMPARED_MAX_COUNT = 100;

/** Ranks gained, negative when lost. `new` means not among the first hundred a week before. */
export type Move = number | 'new';

/** Compares ranks as this reader sees them. Deleted and closed stories do not shift the others. */
export function movesOf(now: readonly string[], before: readonly string[]): (Move | null)[] {
  // The first week has no week before.
  if (before.length === 0) return now.map(() => null);
  return now.map((id, place) => {
    const earlier = before.indexOf(id);
    return earlier < 0 ? 'new' : earlier - place;
  });
}

const latestDay = sql`(select max(latest.day) from ${rankings} latest
  where latest.day between ${sql.placeholder('yesterday')} and ${sql.placeholder('today')})`;

/** Values of the placeholders in these lists. Right after midnight, the ranking of yesterday is the latest. */
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

/** The most read of the week, and of the week before. `kind` is one of `RankedKind`. */
export const rankedTops = (kind: SQL, most: number): { ranked: Top; before: Top } => ({
  ranked: placesOf(kind, latestDay, most),
  before: placesOf(kind, sql`${latestDay} - ${sql.raw(String(RANKED_DAYS))}`, COMPARED_MAX_COUNT),
});
