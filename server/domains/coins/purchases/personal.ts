import { asc, eq } from 'drizzle-orm';
import { storePurchases } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Person } from '../../administration/privacy/personal.ts';

/** Rows of money stay when an account is erased: they name nobody then. */
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
