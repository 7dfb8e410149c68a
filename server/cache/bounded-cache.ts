/**
 * A cache bounded by bytes whose entries carry tags. It promises that nothing read before a purge is served after it:
 * neither from the cache, nor by joining work that began before, nor by storing a result that came too late.
 */
import { LRUCache } from 'lru-cache';
import type { PurgeTag } from './purge.ts';
import { type CacheToken, createPurgeMemory } from './purge-memory.ts';
import { createTagIndex } from './tag-index.ts';

/** `stale`: a purge hit the entry's tags meanwhile; `disabled`: purges cannot be heard at present. */
export type StoreResult = 'stored' | 'stale' | 'disabled' | 'too_large';

export type StoreOptions = {
  bytes: number;
  tags: readonly PurgeTag[];
  /** From this moment on the entry counts as absent. */
  validUntil?: Date | undefined;
};

export type CacheStatistics = {
  enabled: boolean;
  hits: number;
  misses: number;
  /** Loads that joined a running one. */
  joined: number;
  stored: number;
  /** Results that were not stored because a purge overtook them. */
  stale: number;
  entries: number;
  bytes: number;
  maxBytes: number;
};

export type BoundedCache<V, R> = {
  get(key: string): V | undefined;
  begin(): CacheToken;
  store(token: CacheToken, key: string, value: V, options: StoreOptions): StoreResult;
  /** Counts what a stored value has grown by since; one that is no longer held counts for nothing. */
  grow(key: string, value: V, bytes: number): void;
  /** Runs `work` once for all who ask for the key meanwhile; an error reaches them all and is forgotten. */
  load(key: string, work: (token: CacheToken) => Promise<R>): Promise<R>;
  purge(tags: readonly PurgeTag[]): void;
  /** Empties the cache and stores nothing until `enable`. */
  disable(): void;
  enable(): void;
  statistics(): CacheStatistics;
};

export type BoundedCacheOptions = {
  maxBytes: number;
  /** Larger entries are not stored, so that one cannot push out everything else; default a quarter of the whole. */
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
    // After `set`, which has just disposed of an older entry and its tags; what has become too large is not held at all.
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
      // The key stands in two indexes beside the bytes themselves.
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
        // Nobody would tell of a change made since the running one began, so all who came meanwhile share the next.
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
