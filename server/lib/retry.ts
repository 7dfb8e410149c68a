/** Exponential backoff, with jitter so that many callers do not return at once. */
export type Pauses = { firstMs: number; maxMs: number };

/** `failures` counts from 1. Returns between half of the pause and all of it, in milliseconds. */
export const pauseAfter = (failures: number, { firstMs, maxMs }: Pauses): number =>
  Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 30)) * (0.5 + Math.random() / 2);
