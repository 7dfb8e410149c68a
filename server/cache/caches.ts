import type { EpisodeCache } from '../domains/coins/unlock/access-facts.ts';
import type { AdCache } from '../domains/income/interstitials/ad-cache.ts';
import type { PictureCache } from '../media/serve.ts';
import type { CachePurger, PurgeAcks, PurgeTag } from '../ports.ts';
import { type BoundedCache, createBoundedCache } from './bounded-cache.ts';
import type { EncodedPage } from './encoded-page.ts';
import { createPurgeAcks } from './purge-acks.ts';
import { createThrottle, type ThrottleOptions } from './throttle.ts';

export type PageCache = BoundedCache<EncodedPage, EncodedPage | null>;
export type Caches = CachePurger & {
  pages: PageCache;
  pictures: PictureCache;
  episodes: EpisodeCache;
  ads: AdCache;
  others: PurgeAcks;
  disable(): void;
  enable(): void;
};

const MIB = 1024 * 1024;
const EPISODES_MIB = 4;
/** Fits a thousand ads with texts of full length in each language. */
const ADS_MIB = 2;
/** Minimum time between purges of the landing page by new releases. */
const LANDING_PAUSE_MS = 5_000;

export type PurgeFollower = {
  purge(tags: readonly PurgeTag[]): void;
  disable(): void;
  enable(): void;
};

export type CachesOptions = {
  pageMib: number;
  pictureMib: number;
  followers?: readonly PurgeFollower[];
  now?: () => Date;
  pace?: Omit<ThrottleOptions, 'pauseMs'>;
};

/** Starts disabled: nothing may be cached until the process receives the purges of others. */
export function createCaches(options: CachesOptions): Caches {
  const { now } = options;
  const common = { enabled: false, ...(now ? { now } : {}) };
  const pages: PageCache = createBoundedCache({ maxBytes: options.pageMib * MIB, ...common });
  const pictures: PictureCache = createBoundedCache({ maxBytes: options.pictureMib * MIB, ...common });
  const episodes: EpisodeCache = createBoundedCache({ maxBytes: EPISODES_MIB * MIB, ...common });
  const ads: AdCache = createBoundedCache({
    maxBytes: ADS_MIB * MIB,
    maxEntryBytes: ADS_MIB * MIB,
    ...common,
  });
  const all: PurgeFollower[] = [...(options.followers ?? []), pages, pictures, episodes, ads];
  const purgeNow = (tags: readonly PurgeTag[]): void => {
    for (const cache of all) cache.purge(tags);
  };
  // Per process: when it ends, its landing page is gone together with the pending purge.
  const landing = createThrottle(() => purgeNow(['landing']), { pauseMs: LANDING_PAUSE_MS, ...options.pace });
  return {
    pages,
    pictures,
    episodes,
    ads,
    others: createPurgeAcks(),
    purge: (tags: readonly PurgeTag[]) => {
      if (tags.includes('landing') || tags.includes('all')) landing.settle();
      else if (tags.includes('landing:new')) landing.wish();
      purgeNow(tags.filter((tag) => tag !== 'landing:new'));
    },
    disable: () => {
      for (const cache of all) cache.disable();
    },
    enable: () => {
      for (const cache of all) cache.enable();
    },
  };
}
