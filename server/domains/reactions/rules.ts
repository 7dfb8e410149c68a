/** Owns how a story is rated. */
export const STARS_MAX = 5;

/** By how much a rating moves the sum and the number of ratings; `before` is null for the first one of a reader. */
export const ratingChange = (before: number | null, stars: number): { sum: number; count: number } =>
  before === null ? { sum: stars, count: 1 } : { sum: stars - before, count: 0 };
