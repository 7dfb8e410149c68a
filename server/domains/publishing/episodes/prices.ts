/** Owns the individual prices of episodes. The pricing rules decide whether they apply. */
import { sql } from 'drizzle-orm';
import type { TransactionDeps } from '../../../deps.ts';

export async function setOwnPrices(
  tx: TransactionDeps,
  storyId: string,
  prices: readonly { id: string; priceCoins: number }[],
): Promise<void> {
  if (prices.length === 0) return;
  const ids = sql.param(prices.map((price) => price.id));
  const coins = sql.param(prices.map((price) => price.priceCoins));
  await tx.db.execute(sql`
    update episodes e set custom_price_coins = p.coins
    from unnest(${ids}::uuid[], ${coins}::int[]) as p(id, coins)
    where e.id = p.id and e.story_id = ${storyId} and e.custom_price_coins <> p.coins`);
}
