/** Owns `pricing_strategies` and individual prices. Unlocks keep the price that was paid, whatever changes here. */
import { and, eq, isNull } from 'drizzle-orm';
import { episodes, pricingStrategies } from '#db/schema/index.ts';
import { purge } from '../../../cache/purge.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { conflict, unprocessable } from '../../../lib/errors.ts';
import { fingerprint } from '../../../lib/fingerprint.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { setOwnPrices } from '../episodes/prices.ts';
import { requireStory } from '../stories/team.ts';
import { ALL_FREE, type CustomPrice, decidePricing, type PricingFacts, type PricingWish } from './rules.ts';

/** Allowed for published stories, too. Throws 422 for a wrong price and 409 for a stale version. */
export async function setPricing(
  deps: Deps,
  viewer: Viewer,
  storyId: string,
  { version, ...wish }: PricingWish & { version?: string | undefined },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const { story } = await requireStory(tx, viewer, storyId, 'set_prices', { forUpdate: true });
    const [present, own] = [await findStrategy(tx, story.id), await listCustomPrices(tx, story.id)];
    const decision = decidePricing(wish, present, new Set(own.map((episode) => episode.id)));
    if (decision.kind === 'wrong_price') {
      const fields = decision.fields.map((field) => [field, ['no_price']]);
      throw unprocessable(Object.fromEntries(fields), 'price_out_of_range');
    }
    if (decision.kind === 'missing') throw unprocessable({ [decision.field]: ['blank'] });
    if (decision.kind === 'premium_for_nothing')
      throw unprocessable({ price: ['premium_for_nothing'] }, 'premium_for_nothing');
    if (decision.kind === 'unknown_episode') throw unprocessable({ prices: ['unknown_episode'] });
    if (version !== undefined && version !== pricingVersion(present, own)) throw conflict('stale_version');
    const { strategy, prices } = decision;
    await tx.db
      .insert(pricingStrategies)
      .values({ storyId: story.id, ...strategy })
      .onConflictDoUpdate({ target: pricingStrategies.storyId, set: strategy });
    await setOwnPrices(tx, story.id, prices);
    // The story's pages and pictures carry its tag, and so does every page that lists it.
    purge(tx, [`story:${story.id}`, 'landing']);
  });
}

export const strategyColumns = {
  type: pricingStrategies.type,
  freeCount: pricingStrategies.freeCount,
  priceCoins: pricingStrategies.priceCoins,
  freeAfterDays: pricingStrategies.freeAfterDays,
};

async function findStrategy(tx: TransactionDeps, storyId: string): Promise<PricingFacts> {
  const [found] = await tx.db
    .select(strategyColumns)
    .from(pricingStrategies)
    .where(eq(pricingStrategies.storyId, storyId));
  return found ?? ALL_FREE;
}

const listCustomPrices = (tx: TransactionDeps, storyId: string): Promise<CustomPrice[]> =>
  tx.db
    .select({ id: episodes.id, customPriceCoins: episodes.customPriceCoins })
    .from(episodes)
    .where(and(eq(episodes.storyId, storyId), isNull(episodes.deletedAt)));

/** Version that a change of prices refers to. A new episode without an individual price does not change it. */
export const pricingVersion = (strategy: PricingFacts, episodes: readonly CustomPrice[]): string =>
  fingerprint([
    strategy.type,
    strategy.freeCount,
    strategy.priceCoins,
    strategy.freeAfterDays,
    episodes
      .filter((episode) => episode.customPriceCoins > 0)
      .map((episode) => `${episode.id} ${episode.customPriceCoins}`)
      .sort(),
  ]);
