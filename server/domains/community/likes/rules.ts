/** Owns how a story is rated. */
export const STARS_MAX = 5;
