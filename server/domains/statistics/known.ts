/** What decides who may read an episode, kept in memory while nothing of it changes: a view costs no question of its own. */
import { eq, inArray } from 'drizzle-orm';
import { episodes, geofilterStrategies, pricingStrategies, stories } from '../../../db/schema/index.ts';
import type { EpisodeCache } from '../../cache/caches.ts';
import type { Deps } from '../../deps.ts';
import { type ReadingFacts, readingFacts } from '../unlock/rules.ts';

export type KnownEpisode = { id: string; storyId: string; facts: ReadingFacts };

/** A few numbers and words; a country filter may name all countries. */
const ENTRY_BYTES = 300;
const COUNTRY_BYTES = 24;

const selectKnown = (deps: Deps) =>
  deps.db
    .select({
      id: episodes.id,
      storyId: episodes.storyId,
      episode: {
        status: episodes.status,
        publishedRank: episodes.publishedRank,
        customPriceCoins: episodes.customPriceCoins,
        deletedAt: episodes.deletedAt,
      },
      story: { deletedAt: stories.deletedAt },
      pricing: {
        type: pricingStrategies.type,
        freeCount: pricingStrategies.freeCount,
        priceCoins: pricingStrategies.priceCoins,
      },
      geofilter: { type: geofilterStrategies.type, countries: geofilterStrategies.countries },
    })
    .from(episodes)
    .innerJoin(stories, eq(stories.id, episodes.storyId))
    .leftJoin(pricingStrategies, eq(pricingStrategies.storyId, stories.id))
    .leftJoin(geofilterStrategies, eq(geofilterStrategies.storyId, stories.id))
    .$dynamic();

type Row = Awaited<ReturnType<typeof selectKnown>>[number];

const toKnown = (row: Row): KnownEpisode => ({
  id: row.id,
  storyId: row.storyId,
  facts: readingFacts(row),
});

/** As it is now, for what is about to be counted. */
export async function findKnown(deps: Deps, ids: readonly string[]): Promise<Map<string, KnownEpisode>> {
  const rows = await selectKnown(deps).where(inArray(episodes.id, [...ids]));
  return new Map(rows.map((row) => [row.id, toKnown(row)]));
}

/** From memory where it is there; purged with the pages that show the episode. */
export async function recallEpisode(
  deps: Deps,
  cache: EpisodeCache,
  episodeId: string,
): Promise<KnownEpisode | null> {
  const kept = cache.get(episodeId);
  if (kept !== undefined) return kept;
  return cache.load(episodeId, async (token) => {
    const [row] = await selectKnown(deps).where(eq(episodes.id, episodeId));
    if (row === undefined) return null;
    const known = toKnown(row);
    const bytes = ENTRY_BYTES + COUNTRY_BYTES * (known.facts.geofilter?.countries.length ?? 0);
    const tags = [`episode:${episodeId}` as const, `story:${known.storyId}` as const];
    cache.store(token, episodeId, known, { bytes, tags });
    return known;
  });
}
