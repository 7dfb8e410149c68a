/**
 * Returns coins for episodes that are blocked, deleted or erased. A returned unlock opens nothing. A new unlock costs
 * the current price (decisions.md §9).
 */

import { and, asc, eq, inArray, isNull, lte } from 'drizzle-orm';
import { episodes, unlocks } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { recordAll } from '../../../outbox/record.ts';
import type { ReturnCause } from '../events.ts';
import { coinsReturned } from '../events.ts';
import { holdWallet, moveCoins } from '../wallet/service.ts';

const RETURNS_AT_ONCE = 100;

export type Lost = {
  storyId: string;
  /** Missing when the whole story is gone. */
  episodeId?: string | undefined;
  /** Only unlocks up to this time: readers who paid after the block was lifted keep theirs. */
  blockedAt?: string | undefined;
};

/** Safe to run again. */
export async function returnCoins(deps: Deps, { storyId, episodeId, blockedAt }: Lost): Promise<void> {
  const which = and(
    eq(unlocks.storyId, storyId),
    episodeId === undefined ? undefined : eq(unlocks.episodeId, episodeId),
    blockedAt === undefined ? undefined : lte(unlocks.createdAt, new Date(blockedAt)),
    isNull(unlocks.returnedAt),
  );
  const cause = blockedAt === undefined ? 'deleted' : 'blocked';
  for (;;) {
    const count = await inTransaction(deps, async (tx) => {
      // Ordered by reader, so that parallel runs lock wallets in the same order.
      const rows = await tx.db
        .select()
        .from(unlocks)
        .where(which)
        .orderBy(asc(unlocks.readerId), asc(unlocks.id))
        .limit(RETURNS_AT_ONCE)
        .for('update');
      await giveBack(tx, rows, cause);
      return rows.length;
    });
    if (count < RETURNS_AT_ONCE) return;
  }
}

type Unlock = typeof unlocks.$inferSelect;

/** Notifies each reader once about all of their returns. */
async function giveBack(tx: TransactionDeps, rows: readonly Unlock[], cause: ReturnCause): Promise<void> {
  if (rows.length === 0) return;
  const told = new Map<string, { unlockId: string; coins: number; episodes: number; cause: ReturnCause }>();
  for (const { id, readerId, priceCoins: coins, storyId, episodeId } of rows) {
    const wallet = await holdWallet(tx, readerId);
    await moveCoins(tx, wallet, { deed: 'return', coins, storyId, episodeId, key: `return:${id}` });
    const before = told.get(readerId) ?? { unlockId: id, coins: 0, episodes: 0, cause };
    told.set(readerId, { ...before, coins: before.coins + coins, episodes: before.episodes + 1 });
  }
  const ids = rows.map(({ id }) => id);
  await tx.db.update(unlocks).set({ returnedAt: tx.clock.now() }).where(inArray(unlocks.id, ids));
  await recordAll(tx, coinsReturned, [...told.values()]);
}

const BLOCKED_LOOKED_AT = 50;

/** Sweep for blocks older than this feature, or by a process that does not know it yet. */
export async function returnBlocked(deps: Deps): Promise<number> {
  const lost = await deps.db
    .selectDistinct({ storyId: episodes.storyId, episodeId: episodes.id, blockedAt: episodes.blockedAt })
    .from(episodes)
    .innerJoin(
      unlocks,
      and(
        eq(unlocks.storyId, episodes.storyId),
        eq(unlocks.episodeId, episodes.id),
        isNull(unlocks.returnedAt),
      ),
    )
    .where(eq(episodes.status, 'blocked'))
    .limit(BLOCKED_LOOKED_AT);
  for (const { blockedAt, ...episode } of lost)
    await returnCoins(deps, { ...episode, blockedAt: (blockedAt ?? deps.clock.now()).toISOString() });
  return lost.length;
}
