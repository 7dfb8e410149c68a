/** How often something may happen in a while, counted in the memory of this process: for what is too cheap to count in the database. */
import { LRUCache } from 'lru-cache';

export type Budget = {
  /** Takes one of what is left for the key; answers 0, or for how many milliseconds there is nothing left. */
  take(key: string, nowMs: number): number;
};

type Window = { taken: number; endsAtMs: number };

/** `keys`: of so many the count is kept; who was not seen for longest begins anew. */
export function createBudget({
  most,
  windowMs,
  keys,
}: {
  most: number;
  windowMs: number;
  keys: number;
}): Budget {
  const windows = new LRUCache<string, Window>({ max: keys });
  return {
    take(key, nowMs) {
      let window = windows.get(key);
      if (window === undefined || window.endsAtMs <= nowMs) {
        window = { taken: 0, endsAtMs: nowMs + windowMs };
        windows.set(key, window);
      }
      if (window.taken >= most) return window.endsAtMs - nowMs;
      window.taken += 1;
      return 0;
    },
  };
}
