/** The caches of one web process, purged and switched together. */
import type { CachePurger } from '../deps.ts';
import type { KnownEpisode } from '../domains/statistics/known.ts';
import type { HotPicture } from '../media/picture.ts';
import type { PictureReply } from '../media/serve.ts';
import { type BoundedCache, createBoundedCache } from './bounded-cache.ts';
import type { EncodedPage } from './encoded-page.ts';
import type { PurgeTag } from './purge.ts';

export type PageCache = BoundedCache<EncodedPage, EncodedPage | null>;
export type PictureCache = BoundedCache<HotPicture, PictureReply>;

/** Of episodes that are being read: what decides who may. */
export type EpisodeCache = BoundedCache<KnownEpisode, KnownEpisode | null>;

export type Caches = CachePurger & {
  pages: PageCache;
  pictures: PictureCache;
  episodes: EpisodeCache;
  disable(): void;
  enable(): void;
};

const MIB = 1024 * 1024;
const EPISODES_MIB = 4;

/** Starts disabled: until the purges of other processes are heard, nothing may be kept. */
export function createCaches(options: { pageMib: number; pictureMib: number; now?: () => Date }): Caches {
  const { now } = options;
  const common = { enabled: false, ...(now ? { now } : {}) };
  const pages: PageCache = createBoundedCache({ maxBytes: options.pageMib * MIB, ...common });
  const pictures: PictureCache = createBoundedCache({ maxBytes: options.pictureMib * MIB, ...common });
  const episodes: EpisodeCache = createBoundedCache({ maxBytes: EPISODES_MIB * MIB, ...common });
  const all = [pages, pictures, episodes];
  return {
    pages,
    pictures,
    episodes,
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
