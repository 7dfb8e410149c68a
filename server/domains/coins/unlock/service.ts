/** Owns `unlocks`. Locks story, then wallet: price and state stay fixed, and a reader's requests run one by one. */

import { eq } from 'drizzle-orm';
import { episodes, stories, unlocks } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { conflict, notFound } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { recordQuietly } from '../../../outbox/record.ts';
import { episodeUnlocked } from '../events.ts';
import { holdWallet, keyOfClient, moveCoins } from '../wallet/service.ts';
import { factColumns, joinStrategies, knownOf } from './access-facts.ts';
import { hasUnlocked as hasUnlockedOf } from './queries.ts';
import { isTeamOf } from './teams.ts';
import { refuseClosed, viewingOf } from './viewing.ts';

export type UnlockWish = { episodeId: string; priceCoins: number; key?: string | undefined };

/** Pays the price that the reader saw, once. Throws 404, 451, 409 for another or no price, 422 for too few coins. */
export async function unlockEpisode(
  deps: Deps,
  { viewer, country }: { viewer: Viewer; country: string | null },
  { episodeId, priceCoins, key }: UnlockWish,
): Promise<{ balance: number }> {
  return inTransaction(deps, async (tx) => {
    await holdStory(tx, episodeId);
    const wallet = await holdWallet(tx, viewer.id);
    // Only after locking: the previous holder may have changed the price or paid for the same request.
    const { where, isTeam, hasUnlocked } = await findFor(tx, viewer, episodeId);
    const who = { person: viewer, country, known: { isTeam, hasUnlocked } };
    refuseClosed((await viewingOf(tx, who, where)).access);
    if (hasUnlocked) return { balance: wallet.balanceCoins };
    if (isTeam) throw conflict('episode_own');
    const price = where.facts.priceCoins;
    if (price === 0) throw conflict('episode_free');
    if (price !== priceCoins) throw conflict('price_changed', { args: { count: price }, body: { price } });
    const { entry, balance } = await moveCoins(tx, wallet, {
      deed: 'unlock',
      coins: -price,
      storyId: where.storyId,
      episodeId,
      key: keyOfClient(key),
    });
    const id = newId(tx.clock.now().getTime());
    await tx.db.insert(unlocks).values({
      id,
      readerId: viewer.id,
      storyId: where.storyId,
      episodeId,
      priceCoins: price,
      entryId: entry.id,
      createdAt: entry.createdAt,
    });
    await recordQuietly(tx, episodeUnlocked, { unlockId: id });
    return { balance };
  });
}

/** Changes of price, state or countries lock the story, too, and wait for this transaction. */
async function holdStory(tx: TransactionDeps, episodeId: string): Promise<void> {
  const [held] = await tx.db
    .select({ id: stories.id })
    .from(stories)
    .innerJoin(episodes, eq(episodes.storyId, stories.id))
    .where(eq(episodes.id, episodeId))
    .for('key share', { of: stories });
  if (held === undefined) throw notFound('not_found');
}

async function findFor(tx: TransactionDeps, viewer: Viewer, episodeId: string) {
  const [row] = await joinStrategies(
    tx.db
      .select({ ...factColumns, isTeam: isTeamOf(viewer), hasUnlocked: hasUnlockedOf(viewer) })
      .from(episodes)
      .innerJoin(stories, eq(stories.id, episodes.storyId))
      .$dynamic(),
  ).where(eq(episodes.id, episodeId));
  if (row === undefined) throw notFound('not_found');
  const { isTeam, hasUnlocked } = row;
  return { where: knownOf(row, tx.clock.now()), isTeam, hasUnlocked };
}
