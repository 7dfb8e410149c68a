/** The facts that decide who may read an episode: one select of them for all who ask, kept in memory while nothing of it changes. */
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
import type { EpisodeCache } from '../../../cache/caches.ts';
import type { Deps } from '../../../deps.ts';
import { sectionsCount } from '../../publishing/novels/chapters.ts';
import { type ReadingFacts, type ReadingRow, readingFacts } from './rules.ts';

export type KnownEpisode = { id: string; storyId: string; facts: ReadingFacts };

/** As it is kept: advertisements are counted by where they stand among its items, pages or sections of chapters. */
export type RecalledEpisode = KnownEpisode & { itemsCount: number };

/** What a story says of all its episodes. */
export const strategyColumns = {
  pricing: {
    type: pricingStrategies.type,
    freeCount: pricingStrategies.freeCount,
    priceCoins: pricingStrategies.priceCoins,
    freeAfterDays: pricingStrategies.freeAfterDays,
  },
  geofilter: { type: geofilterStrategies.type, countries: geofilterStrategies.countries },
};

/** To a select in which stories already stand. */
export const joinStrategies = <Query extends PgSelect>(query: Query) =>
  query
    .leftJoin(pricingStrategies, eq(pricingStrategies.storyId, stories.id))
    .leftJoin(geofilterStrategies, eq(geofilterStrategies.storyId, stories.id));

/** What `readingFacts` takes, and whose facts they are. The ids come first: by them a row that a join missed is known. */
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

/** A few numbers and words; a country filter may name all countries. */
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

/** Of a row that was selected for more than this, too. */
export const knownOf = (
  row: ReadingRow & { episode: { id: string }; story: { id: string } },
  now: Date,
): KnownEpisode => ({ id: row.episode.id, storyId: row.story.id, facts: readingFacts(row, now) });

/** As it is now, for what is about to be counted. */
export async function findKnown(deps: Deps, ids: readonly string[]): Promise<Map<string, KnownEpisode>> {
  const rows = await selectKnown(deps).where(inArray(episodes.id, [...ids]));
  return new Map(rows.map((row) => [row.episode.id, knownOf(row, deps.clock.now())]));
}

/** From memory where it is there; purged with the pages that show the episode. */
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
    // It is looked at anew in the moment in which it becomes free.
    cache.store(token, episodeId, known, { bytes, tags, validUntil: known.facts.freeAt ?? undefined });
    return known;
  });
}
