import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Static } from 'typebox';
import { episodes, media, pricingStrategies } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { smallAddress } from '../../media/present.ts';
import { privateSigner } from '../../media/signing.ts';
import { isThumbnail, thumbnailColumns } from '../episodes/thumbnail.ts';
import { requireStory } from '../stories/team.ts';
import type { EpisodePrice, PricingStrategy } from './contract.ts';
import { ALL_FREE, freeAtOf, type PricingFacts, priceInForce } from './rules.ts';
import { pricingVersion, strategyColumns } from './service.ts';

export type PricingStrategyView = Static<typeof PricingStrategy>;
export type EpisodePriceView = Static<typeof EpisodePrice>;

export async function findPrices(
  deps: Deps,
  viewer: Viewer,
  storyId: string,
): Promise<{ pricing_strategy: PricingStrategyView; episodes: EpisodePriceView[] }> {
  await requireStory(deps, viewer, storyId, 'view');
  const [found] = await deps.db
    .select(strategyColumns)
    .from(pricingStrategies)
    .where(eq(pricingStrategies.storyId, storyId));
  const strategy: PricingFacts = found ?? ALL_FREE;
  const rows = await deps.db
    .select({
      id: episodes.id,
      position: episodes.position,
      publishedRank: episodes.publishedRank,
      title: episodes.title,
      status: episodes.status,
      customPriceCoins: episodes.customPriceCoins,
      firstPublishedAt: episodes.firstPublishedAt,
      thumbnail: thumbnailColumns,
    })
    .from(episodes)
    .leftJoin(media, isThumbnail)
    .where(and(eq(episodes.storyId, storyId), isNull(episodes.deletedAt)))
    .orderBy(asc(episodes.position));
  const now = deps.clock.now();
  const sign = privateSigner(deps);
  return {
    pricing_strategy: {
      story_id: storyId,
      type: strategy.type,
      price: strategy.priceCoins,
      free_count: strategy.freeCount,
      free_after_days: strategy.freeAfterDays,
      prices: Object.fromEntries(rows.map((row) => [row.id, row.customPriceCoins])),
      version: pricingVersion(strategy, rows),
    },
    episodes: rows.map((row) => ({
      id: row.id,
      number: row.position ?? 0,
      published_rank: row.publishedRank,
      title: row.title,
      status: row.status,
      thumbnail_url: row.thumbnail && smallAddress(row.thumbnail, 100, sign),
      price: priceInForce(strategy, row, now),
      free_at: freeAtOf(strategy, row, now)?.toISOString() ?? null,
      first_published_at: row.firstPublishedAt?.toISOString() ?? null,
      custom_price: row.customPriceCoins,
    })),
  };
}
