/** Checks that wallets match their entries and purchases. Reads all rows once. */
import { isNotNull, sql } from 'drizzle-orm';
import { coinEntries, storePurchases, wallets } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';

export type WalletDiscrepancy = {
  userId: string;
  balanceCoins: number;
  entriesCoins: number;
  debtCoins: number;
  owedCoins: number;
};

const MOST = 100;

/** A balance is the sum of entries. A debt is missing refunds minus repayments. Any account returned is an error. */
export async function findWalletDiscrepancies(deps: Pick<Deps, 'db'>): Promise<WalletDiscrepancy[]> {
  const entries = deps.db
    .select({
      userId: sql<string>`${coinEntries.userId}`.as('entries_user_id'),
      coins: sql<string>`sum(${coinEntries.coins})`.as('coins'),
      paid: sql<string>`-coalesce(sum(${coinEntries.coins}) filter (where ${coinEntries.deed} = 'debt'), 0)`.as(
        'paid',
      ),
    })
    .from(coinEntries)
    .groupBy(coinEntries.userId)
    .as('entries');
  const purchases = deps.db
    .select({
      userId: sql<string>`${storePurchases.userId}`.as('purchases_user_id'),
      owed: sql<string>`sum(${storePurchases.owedCoins})`.as('owed'),
    })
    .from(storePurchases)
    .where(isNotNull(storePurchases.userId))
    .groupBy(storePurchases.userId)
    .as('purchases');
  const sum = sql<number>`coalesce(${entries.coins}, 0)`.mapWith(Number);
  const owed = sql<number>`coalesce(${purchases.owed}, 0) - coalesce(${entries.paid}, 0)`.mapWith(Number);
  const balance = sql<number>`coalesce(${wallets.balanceCoins}, 0)`.mapWith(Number);
  const debt = sql<number>`coalesce(${wallets.debtCoins}, 0)`.mapWith(Number);
  return deps.db
    .select({
      userId: sql<string>`coalesce(${wallets.userId}, ${entries.userId}, ${purchases.userId})`,
      balanceCoins: balance,
      entriesCoins: sum,
      debtCoins: debt,
      owedCoins: owed,
    })
    .from(wallets)
    .fullJoin(entries, sql`${entries.userId} = ${wallets.userId}`)
    .fullJoin(purchases, sql`${purchases.userId} = coalesce(${wallets.userId}, ${entries.userId})`)
    .where(sql`${balance} <> ${sum} or ${debt} <> ${owed}`)
    .limit(MOST);
}
