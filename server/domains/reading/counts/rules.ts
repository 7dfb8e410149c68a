/** Owns the range of days of statistics, the range it is compared with, and zeros for missing days. */
import { addDays, countDays, isDay, listDays } from '../../../lib/days.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import type { FieldErrors } from '../../../lib/errors.ts';

/** decisions.md §6: one view per reader or device and episode in 24 hours. */
export const VIEW_MS = DAY_MS;

/** Days of a ranking, the last one as far as it has come. It is compared with as many days before. */
export const RANKED_DAYS = 7;

/** A year, including leap years. */
const RANGE_MAX_DAYS = 366;
const DEFAULT_DAYS = 28;

export type RatingChange = { before: number | null; after: number | null };

export function ratingDeltas({ before, after }: RatingChange) {
  const of = (stars: number): number => Number(after === stars) - Number(before === stars);
  return {
    ratings_sum: (after ?? 0) - (before ?? 0),
    ratings_count: Number(after !== null) - Number(before !== null),
    stars_1: of(1),
    stars_2: of(2),
    stars_3: of(3),
    stars_4: of(4),
    stars_5: of(5),
  };
}

export const FIGURES = [
  'views',
  'likes',
  'comments',
  'subscribers',
  'impressions',
  'unlocks',
  'coins',
] as const;
export type Figure = (typeof FIGURES)[number];
export type Figures = Record<Figure, number>;
export type Day = { date: string } & Figures;
export type Range = { from: string; to: string };

const NONE: Figures = {
  views: 0,
  likes: 0,
  comments: 0,
  subscribers: 0,
  impressions: 0,
  unlocks: 0,
  coins: 0,
};

export const lastDays = (to: string, days: number): Range => ({ from: addDays(to, 1 - days), to });

/** Fills in missing bounds, or returns errors by field. */
export function readRange(
  wish: { from?: string | undefined; to?: string | undefined },
  today: string,
): { range: Range } | { fields: FieldErrors } {
  const fields: FieldErrors = {};
  for (const name of ['from', 'to'] as const) {
    const day = wish[name];
    if (day !== undefined && !isDay(day)) fields[name] = ['invalid'];
  }
  if (Object.keys(fields).length > 0) return { fields };
  const to = wish.to ?? latest(today, wish.from);
  const from = wish.from ?? addDays(to, 1 - DEFAULT_DAYS);
  if (from > to) return { fields: { from: ['after_end'] } };
  if (countDays(from, to) > RANGE_MAX_DAYS) return { fields: { to: ['range_too_long'] } };
  return { range: { from, to } };
}

const latest = (one: string, other: string | undefined): string =>
  other !== undefined && other > one ? other : one;

export const rangeBefore = ({ from, to }: Range): Range => ({
  from: addDays(from, -countDays(from, to)),
  to: addDays(from, -1),
});

export function fillDays(range: Range, known: readonly Day[]): Day[] {
  const byDate = new Map(known.map((day) => [day.date, day]));
  return listDays(range.from, range.to).map((date) => byDate.get(date) ?? { date, ...NONE });
}

export function sumDays(days: readonly Day[]): Figures {
  const sum = { ...NONE };
  for (const day of days) for (const figure of FIGURES) sum[figure] += day[figure];
  return sum;
}

/** Growth in whole percent. Null when there was nothing to grow from. */
export const growth = (now: number, before: number): number | null =>
  before <= 0 ? null : Math.round(((now - before) / before) * 100);
