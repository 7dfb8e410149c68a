/** Remembers which purges there were since when, so that a reading which began before one is known to be stale. */
import type { PurgeTag } from './purge.ts';

/** The moment at which somebody began to read what they may want to store. */
export type CacheToken = number;

/** Of so many purged tags the moment is remembered one by one; older ones are remembered as one common moment. */
const REMEMBERED_TAGS = 10_000;

export function createPurgeMemory() {
  /** Counts purges. A token is its value at the time; whatever was purged later has a higher one. */
  let sequence: CacheToken = 0;
  /** Tokens below this are stale, whatever their tags. */
  let floor = 0;
  const purgedAt = new Map<PurgeTag, CacheToken>();

  function remember(tag: PurgeTag): void {
    // Deleted first, so that the map's order is that of the purges.
    purgedAt.delete(tag);
    purgedAt.set(tag, sequence);
    if (purgedAt.size <= REMEMBERED_TAGS) return;
    for (const [oldest, moment] of purgedAt) {
      purgedAt.delete(oldest);
      floor = Math.max(floor, moment);
      return;
    }
  }

  return {
    now: (): CacheToken => sequence,
    isStale: (token: CacheToken, tags: readonly PurgeTag[]): boolean =>
      token < floor || tags.some((tag) => (purgedAt.get(tag) ?? 0) > token),
    purged(tags: readonly PurgeTag[]): void {
      sequence += 1;
      for (const tag of tags) remember(tag);
    },
    purgedAll(): void {
      sequence += 1;
      floor = sequence;
      purgedAt.clear();
    },
  };
}
