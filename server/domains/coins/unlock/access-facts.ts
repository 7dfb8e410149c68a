/** Facts that decide who may read an episode: one select for all callers, cached until a fact changes. */
import { eq, inArray, sql } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import {
  chapters,
  episodePages,
  episodes,
  geofilterStrategies,
  pricingStrategies,
  stories,
} from '#db/schema/index.ts';
import type { BoundedCache } from '../../../cache/bounded-cache.ts';
import type { Deps } from '../../../deps.ts';
import { sectionsCount } from '../../publishing/novels/chapters.ts';
import { type ReadingFacts, type ReadingRow, readingFacts } from './rules.ts';

export type KnownEpisode = { id: string; storyId: string; facts: ReadingFacts };

/** Cached episode. Advertisements are counted by their position among its items: pages or chapter sections. */
export type RecalledEpisode = KnownEpisode & { itemsCount: number };
export type EpisodeCache = BoundedCache<RecalledEpisode, RecalledEpisode | null>;

export const strategyColumns = {
  pricing: {
    type: pricingStrategies.type,
    freeCount: pricingStrategies.freeCount,
    priceCoins: pricingStrategies.priceCoins,
    freeAfterDays: pricingStrategies.freeAfterDays,
  },
  geofilter: { type: geofilterStrategies.type, countries: geofilterStrategies.countries },
};

export const joinStrategies = <Query extends PgSelect>(query: Query) =>
  query
    .leftJoin(pricingStrategies, eq(pricingStrategies.storyId, stories.id))
    .leftJoin(geofilterStrategies, eq(geofilterStrategies.storyId, stories.id));

/** Columns for `readingFacts`. Ids come first: they show whether a join found a row. */
export const factColumns = {
  episode: {
    id: episodes.id,
    status: episodes.status,
    publishedRank: episodes.publishedRank,
    customPriceCoins: episodes.customPriceCoins,
    firstPublishedAt: episodes.firstPublishedAt,
    deletedAt: episodes.deletedAt,
    keptVersion: episodes.keptVersion,
  },
  story: { id: stories.id, published: stories.published, deletedAt: stories.deletedAt },
  ...strategyColumns,
};

/** Estimated memory per entry. A country filter may name all countries. */
const ENTRY_BYTES = 300;
const COUNTRY_BYTES = 24;

const itemsCount =
  sql<number>`(select count(*) from ${episodePages} where ${episodePages.episodeId} = ${episodes.id})
    + (select coalesce(sum(${sectionsCount}), 0)
      from ${chapters} where ${chapters.episodeId} = ${episodes.id})`.mapWith(Number);

const selectKnown = (deps: Deps) =>
  joinStrategies(
    deps.db
      .select({ ...factColumns, itemsCount })
      .from(episodes)
      .innerJoin(stories, eq(stories.id, episodes.storyId))
      .$dynamic(),
  );

export const knownOf = (
  row: ReadingRow & { episode: { id: string }; story: { id: string } },
  now: Date,
): KnownEpisode => ({ id: row.episode.id, storyId: row.story.id, facts: readingFacts(row, now) });

/** Bypasses the cache, for counting. */
export async function findKnown(deps: Deps, ids: readonly string[]): Promise<Map<string, KnownEpisode>> {
  const rows = await selectKnown(deps).where(inArray(episodes.id, [...ids]));
  return new Map(rows.map((row) => [row.episode.id, knownOf(row, deps.clock.now())]));
}

/** Cached. Purged together with the pages that show the episode. */
export async function recallEpisode(
  deps: Deps,
  cache: EpisodeCache,
  episodeId: string,
): Promise<RecalledEpisode | null> {
  const kept = cache.get(episodeId);
  if (kept !== undefined) return kept;
  return cache.load(episodeId, async (token) => {
    const [row] = await selectKnown(deps).where(eq(episodes.id, episodeId));
    if (row === undefined) return null;
    const known = { ...knownOf(row, deps.clock.now()), itemsCount: row.itemsCount };
    const bytes = ENTRY_BYTES + COUNTRY_BYTES * (known.facts.geofilter?.countries.length ?? 0);
    const tags = [`episode:${episodeId}` as const, `story:${known.storyId}` as const];
    // Expires when the episode becomes free.
    cache.store(token, episodeId, known, { bytes, tags, validUntil: known.facts.freeAt ?? undefined });
    return known;
  });
}
