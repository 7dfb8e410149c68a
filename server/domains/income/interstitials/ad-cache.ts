import type { BoundedCache } from '../../../cache/bounded-cache.ts';
import { service } from '../../../deps.ts';
import type { HouseAdFields } from '../house-ads/rules.ts';

export type LiveAds = readonly (HouseAdFields & {
  /** Null before the table was first filled. */
  id: string | null;
})[];

export type AdCache = BoundedCache<LiveAds, LiveAds>;

export const adCache = service<AdCache>('ads');
