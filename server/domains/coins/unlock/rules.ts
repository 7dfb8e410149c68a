/** Owns `decideAccess`, the only place that decides who may read an episode. */
import type { EpisodeStatus, KeptVersion } from '#db/schema/index.ts';
import { type GeofilterFacts, isAvailableIn } from '../../publishing/countries/rules.ts';
import {
  freeAtOf,
  type PricedFacts,
  type PricingFacts,
  priceInForce,
} from '../../publishing/pricing/rules.ts';

export type ReadingFacts = {
  status: EpisodeStatus;
  episodeDeleted: boolean;
  storyDeleted: boolean;
  priceCoins: number;
  /** When the price becomes 0. */
  freeAt: Date | null;
  geofilter: GeofilterFacts | null;
  /** Unpublished. Readers who paid see the last public version (`publishing/episodes/kept-versions.ts`). */
  isKept: boolean;
};

/** Columns that every query for `decideAccess` selects (`access-facts.ts`). */
export type ReadingRow = {
  episode: PricedFacts & { status: EpisodeStatus; deletedAt: Date | null; keptVersion: KeptVersion | null };
  story: { deletedAt: Date | null };
  pricing: PricingFacts | null;
  geofilter: GeofilterFacts | null;
};

export const readingFacts = (
  { episode, story, pricing, geofilter }: ReadingRow,
  now: Date,
): ReadingFacts => ({
  status: episode.status,
  episodeDeleted: episode.deletedAt !== null,
  storyDeleted: story.deletedAt !== null,
  priceCoins: priceInForce(pricing, episode, now),
  freeAt: freeAtOf(pricing, episode, now),
  geofilter,
  isKept:
    episode.keptVersion !== null && (episode.status === 'in_progress' || episode.status === 'scheduled'),
});

export type ReaderFacts = {
  country: string | null;
  /** Member of the story's team, or administrator. */
  isTeam: boolean;
  hasUnlocked: boolean;
};

export const ANYONE: ReaderFacts = { country: null, isTeam: false, hasUnlocked: false };

/** `hidden` is 404, `unavailable` 451, `locked` 402 (decisions.md §3). */
export type Access = 'readable' | 'locked' | 'unavailable' | 'hidden';

export function decideAccess(episode: ReadingFacts, reader: ReaderFacts): Access {
  if (episode.episodeDeleted) return 'hidden';
  if (reader.isTeam && !episode.storyDeleted) return 'readable';
  const isPublic = episode.status === 'published' && !episode.storyDeleted;
  // Bought stays bought (decisions.md §9).
  if (!isPublic && !(episode.isKept && reader.hasUnlocked)) return 'hidden';
  if (!isAvailableIn(episode.geofilter, reader.country)) return 'unavailable';
  return episode.priceCoins === 0 || reader.hasUnlocked ? 'readable' : 'locked';
}

/** True for readers who paid before the episode was unpublished: they see the kept version. */
export const isKeptFor = (episode: ReadingFacts, reader: ReaderFacts): boolean =>
  decideAccess(episode, { ...reader, hasUnlocked: false }) === 'hidden' &&
  decideAccess(episode, reader) === 'readable';

/** True when anybody may read it, ignoring countries. Its pictures are then public, else their addresses are signed. */
export const isOpenToAll = (episode: ReadingFacts): boolean =>
  decideAccess({ ...episode, geofilter: null }, ANYONE) === 'readable';

/** The same for lists, whose select has already checked state and country. */
export function isReadableInList(
  episode: PricedFacts,
  pricing: PricingFacts | null,
  now: Date,
  { hasUnlocked }: Pick<ReaderFacts, 'hasUnlocked'> = ANYONE,
): boolean {
  const published = { ...episode, status: 'published', deletedAt: null, keptVersion: null } as const;
  const row = { episode: published, story: { deletedAt: null }, pricing, geofilter: null };
  const facts = readingFacts(row, now);
  return decideAccess(facts, { ...ANYONE, hasUnlocked }) === 'readable';
}

export type StoryFacts = { published: boolean; deleted: boolean; geofilter: GeofilterFacts | null };

export type StoryRow = {
  story: { published: boolean; deletedAt: Date | null };
  geofilter: GeofilterFacts | null;
};

export const storyFacts = ({ story, geofilter }: StoryRow): StoryFacts => ({
  published: story.published,
  deleted: story.deletedAt !== null,
  geofilter,
});

/** Access to a story's page. `decideAccess` decides about each episode. */
export function decideStoryAccess(
  story: StoryFacts,
  reader: Pick<ReaderFacts, 'country' | 'isTeam'>,
): Exclude<Access, 'locked'> {
  if (story.deleted) return 'hidden';
  if (reader.isTeam) return 'readable';
  if (!story.published) return 'hidden';
  return isAvailableIn(story.geofilter, reader.country) ? 'readable' : 'unavailable';
}

/** Ignores countries. The story's cover is then public. */
export const isStoryOpenToAll = (story: StoryFacts): boolean =>
  decideStoryAccess({ ...story, geofilter: null }, ANYONE) === 'readable';
