/** Owns `decideAccess`: who may read an episode. Nowhere else is this decided. */
import type { EpisodeStatus } from '../../../db/schema/index.ts';
import { type GeofilterFacts, isAvailableIn } from '../geo/rules.ts';
import { type PricedFacts, type PricingFacts, priceInForce } from '../pricing/rules.ts';

export type ReadingFacts = {
  status: EpisodeStatus;
  episodeDeleted: boolean;
  storyDeleted: boolean;
  /** Price in force, from `priceInForce`. */
  priceCoins: number;
  geofilter: GeofilterFacts | null;
};

/** What stands of an episode in the database, as every question that ends in `decideAccess` selects it. */
export type ReadingRow = {
  /** `deletedAt` is text in rows of raw SQL. */
  episode: PricedFacts & { status: EpisodeStatus; deletedAt: Date | string | null };
  story: { deletedAt: Date | string | null };
  pricing: PricingFacts | null;
  geofilter: GeofilterFacts | null;
};

export const readingFacts = ({ episode, story, pricing, geofilter }: ReadingRow): ReadingFacts => ({
  status: episode.status,
  episodeDeleted: episode.deletedAt !== null,
  storyDeleted: story.deletedAt !== null,
  priceCoins: priceInForce(pricing, episode),
  geofilter,
});

export type ReaderFacts = {
  country: string | null;
  /** Belongs to the story's team, or is an administrator. */
  isTeam: boolean;
  hasUnlocked: boolean;
};

export const ANYONE: ReaderFacts = { country: null, isTeam: false, hasUnlocked: false };

/** `hidden` is 404, `unavailable` 451, `locked` 402 (decisions.md §3). */
export type Access = 'readable' | 'locked' | 'unavailable' | 'hidden';

export function decideAccess(episode: ReadingFacts, reader: ReaderFacts): Access {
  if (episode.episodeDeleted || episode.storyDeleted) return 'hidden';
  if (reader.isTeam) return 'readable';
  if (episode.status !== 'published') return 'hidden';
  if (!isAvailableIn(episode.geofilter, reader.country)) return 'unavailable';
  return episode.priceCoins === 0 || reader.hasUnlocked ? 'readable' : 'locked';
}
