import { asc, eq } from 'drizzle-orm';
import { coinEntries, wallets } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Person } from '../../administration/privacy/personal.ts';

/** Rows of money stay when an account is erased: it says nothing of anybody then. */
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
