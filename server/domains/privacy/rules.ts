/** More unlocks are not counted one by one. */
export const UNLOCKS_COUNTED_MAX = 10_000;
