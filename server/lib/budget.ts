/** How often something may happen in a while, counted in the memory of this process: for what is too cheap to count in the database. */
import { LRUCache } from 'lru-cache';

export type Budget = {
  /**
   * Takes one of what is left for each of the keys, which may have some times the usual number. Answers 0; or for how many
   * milliseconds there is nothing left, and then takes none.
   */
  take(keys: readonly { name: string; times: number }[], nowMs: number): number;
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
  // Its room is taken as a whole, so whoever never counts takes none.
  let windows: LRUCache<string, Window> | undefined;
  const windowOf = (name: string, nowMs: number): Window => {
    windows ??= new LRUCache<string, Window>({ max: keys });
    const known = windows.get(name);
    if (known !== undefined && known.endsAtMs > nowMs) return known;
    const window = { taken: 0, endsAtMs: nowMs + windowMs };
    windows.set(name, window);
    return window;
  };

  return {
    take(keys, nowMs) {
      const open = keys.map(({ name, times }) => ({ window: windowOf(name, nowMs), most: times * most }));
      const full = open.filter(({ window, most }) => window.taken >= most);
      if (full.length > 0) return Math.max(...full.map(({ window }) => window.endsAtMs - nowMs));
      for (const { window } of open) window.taken += 1;
      return 0;
    },
  };
}
