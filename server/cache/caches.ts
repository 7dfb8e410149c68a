/** The caches of one web process, purged and switched together. */
import type { CachePurger } from '../deps.ts';
import type { HotPicture } from '../media/picture.ts';
import type { PictureReply } from '../media/serve.ts';
import { type BoundedCache, createBoundedCache } from './bounded-cache.ts';
import type { EncodedPage } from './encoded-page.ts';
import type { PurgeTag } from './purge.ts';

export type PageCache = BoundedCache<EncodedPage, EncodedPage | null>;
export type PictureCache = BoundedCache<HotPicture, PictureReply>;

export type Caches = CachePurger & {
  pages: PageCache;
  pictures: PictureCache;
  disable(): void;
  enable(): void;
};

const MIB = 1024 * 1024;

/** Starts disabled: until the purges of other processes are heard, nothing may be kept. */
export function createCaches(options: { pageMib: number; pictureMib: number; now?: () => Date }): Caches {
  const { now } = options;
  const common = { enabled: false, ...(now ? { now } : {}) };
  const pages: PageCache = createBoundedCache({ maxBytes: options.pageMib * MIB, ...common });
  const pictures: PictureCache = createBoundedCache({ maxBytes: options.pictureMib * MIB, ...common });
  const all = [pages, pictures];
  return {
    pages,
    pictures,
    purge: (tags: readonly PurgeTag[]) => {
      for (const cache of all) cache.purge(tags);
    },
    disable: () => {
      for (const cache of all) cache.disable();
    },
    enable: () => {
      for (const cache of all) cache.enable();
    },
  };
}
