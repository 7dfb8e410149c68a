/**
 * Owns `store_purchases`: each store transaction pays once and is refunded once. The store is asked first, then one
 * transaction writes everything, so that clients can resend a receipt after a crash.
 */

import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { storePurchases } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import { isAppError } from '../../../lib/errors.ts';
import { keyReused } from '../../../lib/idempotency.ts';
import { newId } from '../../../lib/ids.ts';
import { lockByName } from '../../../lib/locks.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { record } from '../../../outbox/record.ts';
import { logSecurity } from '../../../process/security-log.ts';
import { purchaseMade } from '../events.ts';
import { findBalance } from '../wallet/queries.ts';
import { holdWallet, moveCoins, takeCoinsBack } from '../wallet/service.ts';
import { judge, type StoreFacts, type StoreName } from './rules.ts';
import { appStore } from './stores/app-store.ts';
import { googlePlay } from './stores/google-play.ts';
import { away, refuse, type Store } from './stores/store.ts';

export const stores: Record<StoreName, Store> = { app_store: appStore, google_play: googlePlay };

export type Receipt = { store: StoreName; receipt: string; key?: string | undefined };
type Buyer = { viewer: Pick<Viewer, 'id'>; address: string };

/** Throws 422 by code, 503 when the store is offline. Logs refusals. A resent receipt gets the same answer again. */
export async function buyCoins(
  deps: Deps,
  buyer: Buyer,
  sent: Receipt,
): Promise<{ coins: number; balance: number }> {
  try {
    const store = stores[sent.store];
    const app = store.appOf(deps);
    if (app === null) throw away();
    const facts = await store.verify(deps, sent.receipt);
    const { products, takesSandbox } = deps.config.stores;
    const verdict = judge(facts, { app, userId: buyer.viewer.id, takesSandbox, products });
    if ('refusal' in verdict) throw refuse(verdict.refusal);
    return await payOut(deps, buyer, { ...sent, facts, coins: verdict.coins });
  } catch (error) {
    if (isAppError(error))
      logSecurity(deps, 'purchase_refused', {
        userId: buyer.viewer.id,
        address: buyer.address,
        provider: sent.store,
        reason: error.code,
      });
    throw error;
  }
}

const turnOf = (store: StoreName, transaction: string) => `purchase:${store}:${transaction}`;

async function payOut(
  deps: Deps,
  { viewer, address }: Buyer,
  { store, key, facts, coins }: Receipt & { facts: StoreFacts; coins: number },
): Promise<{ coins: number; balance: number }> {
  const { transaction, productId } = facts;
  return inTransaction(deps, async (tx) => {
    await lockByName(tx, turnOf(store, transaction));
    const [known] = await tx.db
      .select()
      .from(storePurchases)
      .where(and(eq(storePurchases.store, store), eq(storePurchases.transaction, transaction)));
    if (known !== undefined) {
      if (known.userId !== null && known.userId !== viewer.id) throw refuse('purchase_not_yours');
      if (known.refundedAt !== null) throw refuse('purchase_refunded');
      // The client resends the receipt because the answer got lost.
      return { coins: known.coins, balance: await findBalance(tx, viewer) };
    }
    const wallet = await holdWallet(tx, viewer.id);
    if (key !== undefined) await refuseOther(tx, viewer.id, key);
    const { entry, balance } = await moveCoins(tx, wallet, {
      deed: 'purchase',
      coins,
      key: turnOf(store, transaction),
    });
    const now = tx.clock.now();
    const id = newId(now.getTime());
    const isSilent = stores[store].acknowledge === undefined;
    await tx.db.insert(storePurchases).values({
      id,
      store,
      transaction,
      productId,
      coins,
      reference: facts.reference,
      userId: viewer.id,
      entryId: entry.id,
      sentKey: key ?? null,
      createdAt: now,
      acknowledgedAt: isSilent ? now : null,
    });
    if (!isSilent) await record(tx, purchaseMade, { purchaseId: id });
    logSecurity(tx, 'coins_bought', { userId: viewer.id, address, provider: store, coins });
    return { coins, balance };
  });
}

/** Rejects a key already used for another receipt. The locked wallet prevents a race. */
async function refuseOther(tx: TransactionDeps, userId: string, key: string): Promise<void> {
  const [row] = await tx.db
    .select({ id: storePurchases.id })
    .from(storePurchases)
    .where(and(eq(storePurchases.userId, userId), eq(storePurchases.sentKey, key)))
    .limit(1);
  if (row !== undefined) throw keyReused();
}

/** Refunds a purchase at most once. A refund that arrives before its receipt blocks the payout. */
export async function refundPurchase(
  deps: Deps,
  { store, transaction, reference }: { store: StoreName; transaction: string; reference: string | null },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    await lockByName(tx, turnOf(store, transaction));
    const [known] = await tx.db
      .select()
      .from(storePurchases)
      .where(and(eq(storePurchases.store, store), eq(storePurchases.transaction, transaction)));
    const refundedAt = tx.clock.now();
    if (known === undefined) {
      const id = newId(refundedAt.getTime());
      await tx.db.insert(storePurchases).values({
        id,
        store,
        transaction,
        reference,
        refundedAt,
        createdAt: refundedAt,
        acknowledgedAt: refundedAt,
      });
      return;
    }
    if (known.refundedAt !== null || known.userId === null) return;
    const wallet = await holdWallet(tx, known.userId);
    const { coins, userId } = known;
    const { entryId, owed } = await takeCoinsBack(tx, wallet, { coins, key: `refund:${known.id}` });
    await tx.db
      .update(storePurchases)
      .set({ refundedAt, refundEntryId: entryId, owedCoins: owed })
      .where(eq(storePurchases.id, known.id));
    logSecurity(tx, 'coins_refunded', { userId, provider: store, coins });
  });
}

/** May run twice: the store is then notified again. */
export async function acknowledgePurchase(deps: Deps, purchaseId: string): Promise<void> {
  const [row] = await deps.db.select().from(storePurchases).where(eq(storePurchases.id, purchaseId));
  if (row === undefined || row.acknowledgedAt !== null || row.productId === null) return;
  try {
    await stores[row.store].acknowledge?.(deps, { ...row, productId: row.productId });
  } catch (error) {
    // Unknown by now: consumed before, or refunded, which a notification reports.
    if (!(isAppError(error) && error.code === 'purchase_invalid')) throw error;
  }
  await deps.db
    .update(storePurchases)
    .set({ acknowledgedAt: deps.clock.now() })
    .where(eq(storePurchases.id, purchaseId));
}

/** Stores refund purchases that are not acknowledged within three days. */
const HEARD_WITHIN_MS = 4 * DAY_MS;
const AT_ONCE = 20;
const PATIENCE = 3;

export async function acknowledgeForgotten(deps: Deps): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - HEARD_WITHIN_MS);
  const rows = await deps.db
    .select({ id: storePurchases.id })
    .from(storePurchases)
    .where(
      and(
        isNull(storePurchases.acknowledgedAt),
        isNotNull(storePurchases.entryId),
        gt(storePurchases.createdAt, since),
      ),
    )
    .orderBy(asc(storePurchases.createdAt))
    .limit(AT_ONCE);
  let refusals = 0;
  for (const { id } of rows) {
    try {
      await acknowledgePurchase(deps, id);
    } catch (error) {
      if (!isAppError(error)) throw error;
      refusals += 1;
      // A single refused purchase does not block the others. If the store is offline, the sweep retries later.
      if (refusals === PATIENCE) return;
    }
  }
}
