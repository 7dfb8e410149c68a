/** In-memory rate limit per process, for actions too cheap to count in the database. */
import { LRUCache } from 'lru-cache';

export type Budget = {
  /** Takes one per key and returns 0, or takes none and returns the ms to wait. `times` multiplies the limit. */
  take(keys: readonly { name: string; times: number }[], nowMs: number): number;
};

type Window = { taken: number; endsAtMs: number };

/** `keys`: number of counted keys. The least recently seen key is forgotten first. */
export function createBudget({
  most,
  windowMs,
  keys,
}: {
  most: number;
  windowMs: number;
  keys: number;
}): Budget {
  // Created on first use, because it allocates its full size at once.
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
