import { asc, eq } from 'drizzle-orm';
import { coinEntries, storePurchases, unlocks, wallets } from '../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { Person } from '../administration/privacy/personal.ts';

/** Financial records stay with an erased account, which no longer identifies anybody. */
export async function collectWallet(deps: Deps, { id }: Person) {
  const [wallet] = await deps.db
    .select({ balanceCoins: wallets.balanceCoins, debtCoins: wallets.debtCoins })
    .from(wallets)
    .where(eq(wallets.userId, id));
  const entries = await deps.db
    .select({
      number: coinEntries.number,
      deed: coinEntries.deed,
      coins: coinEntries.coins,
      balanceAfter: coinEntries.balanceAfter,
      storyId: coinEntries.storyId,
      episodeId: coinEntries.episodeId,
      reason: coinEntries.reason,
      createdAt: coinEntries.createdAt,
    })
    .from(coinEntries)
    .where(eq(coinEntries.userId, id))
    .orderBy(asc(coinEntries.number));
  return {
    files: {
      wallet: { balanceCoins: wallet?.balanceCoins ?? 0, debtCoins: wallet?.debtCoins ?? 0, entries },
    },
  };
}

export async function collectPurchases(deps: Deps, { id }: Person) {
  const purchases = await deps.db
    .select({
      store: storePurchases.store,
      reference: storePurchases.reference,
      productId: storePurchases.productId,
      coins: storePurchases.coins,
      createdAt: storePurchases.createdAt,
      refundedAt: storePurchases.refundedAt,
      owedCoins: storePurchases.owedCoins,
    })
    .from(storePurchases)
    .where(eq(storePurchases.userId, id))
    .orderBy(asc(storePurchases.id));
  return { files: { purchases } };
}

export async function collectUnlocks(deps: Deps, { id }: Person) {
  const rows = await deps.db
    .select({
      storyId: unlocks.storyId,
      episodeId: unlocks.episodeId,
      priceCoins: unlocks.priceCoins,
      createdAt: unlocks.createdAt,
      returnedAt: unlocks.returnedAt,
    })
    .from(unlocks)
    .where(eq(unlocks.readerId, id))
    .orderBy(asc(unlocks.id));
  return { files: { unlocks: rows } };
}
