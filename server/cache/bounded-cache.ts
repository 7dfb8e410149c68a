/** A tagged cache bounded by bytes. It never serves data read before a purge, not even from a load begun earlier. */

import { LRUCache } from 'lru-cache';
import type { PurgeTag } from '../ports.ts';
import { type CacheToken, createPurgeMemory } from './purge-memory.ts';
import { createTagIndex } from './tag-index.ts';

/** `stale`: a purge hit the entry's tags meanwhile. `disabled`: purges cannot be received at present. */
export type StoreResult = 'stored' | 'stale' | 'disabled' | 'too_large';

export type StoreOptions = {
  bytes: number;
  tags: readonly PurgeTag[];
  validUntil?: Date | undefined;
};

export type CacheStatistics = {
  enabled: boolean;
  hits: number;
  misses: number;
  joined: number;
  stored: number;
  stale: number;
  entries: number;
  bytes: number;
  maxBytes: number;
};

export type BoundedCache<V, R> = {
  get(key: string): V | undefined;
  begin(): CacheToken;
  store(token: CacheToken, key: string, value: V, options: StoreOptions): StoreResult;
  /** Adds to the size of a stored value. Ignored when the value is no longer stored. */
  grow(key: string, value: V, bytes: number): void;
  /** Runs `work` once for all concurrent callers of a key. An error rejects them all and is not cached. */
  load(key: string, work: (token: CacheToken) => Promise<R>): Promise<R>;
  purge(tags: readonly PurgeTag[]): void;
  /** Empties the cache and stores nothing until `enable`. */
  disable(): void;
  enable(): void;
  statistics(): CacheStatistics;
};

export type BoundedCacheOptions = {
  maxBytes: number;
  /** Larger entries are not stored, so that one cannot evict everything else. Default: a quarter of `maxBytes`. */
  maxEntryBytes?: number;
  enabled?: boolean;
  now?: () => Date;
};

type Slot<V> = { value: V; tags: readonly PurgeTag[]; validUntilMs: number; size: number };
type Bounds = { maxBytes: number; maxEntryBytes: number };
type TagIndex = ReturnType<typeof createTagIndex>;
type Running<R> = { token: CacheToken; promise: Promise<R>; next: Promise<R> | null };

function taggedSlots<V extends object>(index: TagIndex, { maxBytes, maxEntryBytes }: Bounds) {
  const slots = new LRUCache<string, Slot<V>>({
    maxSize: maxBytes,
    maxEntrySize: maxEntryBytes,
    dispose: ({ tags }, key) => index.remove(tags, key),
  });
  const put = (key: string, slot: Slot<V>): void => {
    slots.set(key, slot, { size: slot.size });
    // After `set`, which disposes of the older entry and its tags. An entry that is now too large is not stored.
    if (slots.has(key)) index.add(slot.tags, key);
  };
  return { slots, put };
}

export function createBoundedCache<V extends object, R>(options: BoundedCacheOptions): BoundedCache<V, R> {
  const { maxBytes, maxEntryBytes = Math.ceil(maxBytes / 4), now = () => new Date() } = options;
  const index = createTagIndex();
  const purges = createPurgeMemory();
  const { slots, put } = taggedSlots<V>(index, { maxBytes, maxEntryBytes });
  const running = new Map<string, Running<R>>();
  let enabled = options.enabled ?? true;
  const counts = { hits: 0, misses: 0, joined: 0, stored: 0, stale: 0 };

  function empty(): void {
    purges.purgedAll();
    slots.clear();
  }

  function start(key: string, work: (token: CacheToken) => Promise<R>): Promise<R> {
    const token = purges.now();
    const promise = (async () => work(token))();
    const mine: Running<R> = { token, promise, next: null };
    running.set(key, mine);
    const leave = () => {
      if (running.get(key) === mine) running.delete(key);
    };
    promise.then(leave, leave);
    return promise;
  }

  return {
    get(key) {
      const slot = slots.get(key);
      if (slot !== undefined && (slot.validUntilMs === Infinity || now().getTime() < slot.validUntilMs)) {
        counts.hits += 1;
        return slot.value;
      }
      if (slot !== undefined) slots.delete(key);
      counts.misses += 1;
      return undefined;
    },

    begin: purges.now,

    store(token, key, value, { bytes, tags, validUntil }) {
      if (!enabled) return 'disabled';
      if (purges.isStale(token, tags)) {
        counts.stale += 1;
        return 'stale';
      }
      // Two indexes store the key besides the bytes.
      const size = bytes + 4 * key.length + 512;
      if (size > maxEntryBytes) return 'too_large';
      put(key, { value, tags, validUntilMs: validUntil?.getTime() ?? Infinity, size });
      counts.stored += 1;
      return 'stored';
    },

    grow(key, value, bytes) {
      const slot = slots.peek(key);
      if (slot?.value === value) put(key, { ...slot, size: slot.size + bytes });
    },

    load(key, work) {
      const current = running.get(key);
      if (current === undefined) return start(key, work);
      if (!enabled) {
        // No purge reports changes made since the running load began, so later callers share the next load.
        const again = () => start(key, work);
        current.next ??= current.promise.then(again, again);
        counts.joined += 1;
        return current.next;
      }
      if (current.token !== purges.now()) return start(key, work);
      counts.joined += 1;
      return current.promise;
    },

    purge(tags) {
      if (tags.length === 0) return;
      if (tags.includes('all')) return empty();
      purges.purged(tags);
      for (const tag of tags) for (const key of index.keysOf(tag)) slots.delete(key);
    },

    disable() {
      enabled = false;
      empty();
    },

    enable() {
      if (enabled) return;
      empty();
      enabled = true;
    },

    statistics: () => ({ enabled, ...counts, entries: slots.size, bytes: slots.calculatedSize, maxBytes }),
  };
}
