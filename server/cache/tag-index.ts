import type { PurgeTag } from '../ports.ts';

export function createTagIndex() {
  const keysOfTag = new Map<PurgeTag, Set<string>>();
  return {
    add(tags: readonly PurgeTag[], key: string): void {
      for (const tag of tags) {
        const keys = keysOfTag.get(tag);
        if (keys === undefined) keysOfTag.set(tag, new Set([key]));
        else keys.add(key);
      }
    },
    remove(tags: readonly PurgeTag[], key: string): void {
      for (const tag of tags) {
        const keys = keysOfTag.get(tag);
        keys?.delete(key);
        if (keys?.size === 0) keysOfTag.delete(tag);
      }
    },
    /** A copy, since the caller is about to remove the keys. */
    keysOf: (tag: PurgeTag): readonly string[] => [...(keysOfTag.get(tag) ?? [])],
  };
}
