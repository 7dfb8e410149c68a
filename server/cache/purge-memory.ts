/** Remembers recent purges, to detect that a read which began before a purge is stale. */
import type { PurgeTag } from '../ports.ts';

export type CacheToken = number;

/** Number of purged tags with a moment of their own. Older tags share one common moment. */
const REMEMBERED_TAGS = 10_000;

export function createPurgeMemory() {
  /** Counts purges. A token is the count at its time. Later purges have higher counts. */
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
