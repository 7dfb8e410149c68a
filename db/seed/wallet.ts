/** Gives the demo's reader a wallet entry of each kind. A start after an interruption adds missing entries. */
import { and, eq } from 'drizzle-orm';
import { type Deps, inTransaction } from '../../server/deps.ts';
import { viewerOf } from '../../server/domains/accounts/sessions/rules.ts';
import { refundPurchase } from '../../server/domains/coins/purchases/service.ts';
import { unlockEpisode } from '../../server/domains/coins/unlock/service.ts';
import { holdWallet, moveCoins } from '../../server/domains/coins/wallet/service.ts';
import { DAY_MS } from '../../server/lib/durations.ts';
import { isAppError } from '../../server/lib/errors.ts';
import { newId } from '../../server/lib/ids.ts';
import {
  coinEntries,
  episodes,
  type StoreName,
  storePurchases,
  stories,
  unlocks,
  type users,
} from '../schema/index.ts';

type Person = typeof users.$inferSelect;
type Purchase = { store: StoreName; transaction: string; reference: string; coins: number };

const APPLE: Purchase = {
  store: 'app_store',
  coins: 200,
  transaction: '70000000004412',
  reference: '70000000004412',
};
const GOOGLE: Purchase = {
  store: 'google_play',
  coins: 100,
  transaction: 'demo-token',
  reference: 'GPA.3391-5520-8867-10417',
};
const GONE = { price: 30, unlocked: 'demo:gone', returned: 'demo:returned' };

type Deed = (deps: Deps, reader: Person) => Promise<unknown>;
const ACTIONS: readonly (readonly [daysAgo: number, deed: Deed])[] = [
  [63, welcome],
  [61.2, buying(GOOGLE)],
  [61.1, unlocking('the-salt-road', 3)],
  [47.6, unlocking('the-salt-road', 4)],
  [33.4, unlocking('two-umbrellas', 5)],
  [31.9, unlockGone],
  // Takes more coins than the wallet has by then. The next coins settle the debt.
  [29.7, (deps) => refundPurchase(deps, GOOGLE)],
  [12.3, buying(APPLE)],
  [12.2, unlocking('room-313', 4)],
  [4.1, returnGone],
];

export async function addWallet(deps: Deps, people: ReadonlyMap<string, Person>): Promise<void> {
  const reader = people.get('reader');
  if (reader === undefined || reader.deletionRequestedAt !== null) return;
  const begun = deps.clock.now().getTime();
  for (const [daysAgo, deed] of ACTIONS) {
    const then = new Date(begun - daysAgo * DAY_MS);
    await deed({ ...deps, clock: { ...deps.clock, now: () => then } }, reader);
  }
}

function welcome(deps: Deps, { id }: Person) {
  return inTransaction(deps, async (tx) =>
    moveCoins(tx, await holdWallet(tx, id), {
      deed: 'grant',
      coins: 20,
      key: 'demo:welcome',
      reason: 'Welcome',
    }),
  );
}

/** Books a purchase like a receipt would, already acknowledged to the store. */
function buying({ store, transaction, reference, coins }: Purchase): Deed {
  return (deps, { id: userId }) =>
    inTransaction(deps, async (tx) => {
      const key = `purchase:${store}:${transaction}`;
      const { entry } = await moveCoins(tx, await holdWallet(tx, userId), { deed: 'purchase', coins, key });
      const now = tx.clock.now();
      await tx.db
        .insert(storePurchases)
        .values({
          id: newId(now.getTime()),
          store,
          transaction,
          reference,
          userId,
          coins,
          ...{ productId: `coins_${coins}`, entryId: entry.id, createdAt: now, acknowledgedAt: now },
        })
        .onConflictDoNothing();
    });
}

function unlocking(slug: string, position: number): Deed {
  return async (deps, person) => {
    const isMeant = and(eq(stories.slug, slug), eq(episodes.position, position));
    const [found] = await deps.db
      .select({ id: episodes.id })
      .from(episodes)
      .innerJoin(stories, eq(stories.id, episodes.storyId))
      .where(isMeant);
    if (found === undefined) return;
    const viewer = viewerOf(person, { id: '', provenAt: null }, deps.clock.now());
    const priceCoins = slug === 'two-umbrellas' ? 25 : 20;
    try {
      await unlockEpisode(deps, { viewer, country: null }, { episodeId: found.id, priceCoins });
    } catch (error) {
      // A smaller demo may not sell this episode.
      if (!isAppError(error)) throw error;
    }
  };
}

/** Unlocks an episode that was deleted since: its id matches no row. */
function unlockGone(deps: Deps, { id: readerId }: Person) {
  return inTransaction(deps, async (tx) => {
    const [story] = await tx.db
      .select({ id: stories.id })
      .from(stories)
      .where(eq(stories.slug, 'ash-street'));
    if (story === undefined || (await findGone(tx, readerId)) !== undefined) return;
    const about = { storyId: story.id, episodeId: newId() };
    const { entry } = await moveCoins(tx, await holdWallet(tx, readerId), {
      deed: 'unlock',
      coins: -GONE.price,
      key: GONE.unlocked,
      ...about,
    });
    const { createdAt, id: entryId } = entry;
    await tx.db
      .insert(unlocks)
      .values({ id: newId(), readerId, ...about, priceCoins: GONE.price, entryId, createdAt });
  });
}

async function findGone({ db }: Pick<Deps, 'db'>, readerId: string) {
  const isMeant = and(eq(coinEntries.userId, readerId), eq(coinEntries.key, GONE.unlocked));
  const [row] = await db
    .select({ unlock: unlocks })
    .from(unlocks)
    .innerJoin(coinEntries, eq(coinEntries.id, unlocks.entryId))
    .where(isMeant);
  return row?.unlock;
}

function returnGone(deps: Deps, { id: readerId }: Person) {
  return inTransaction(deps, async (tx) => {
    const row = await findGone(tx, readerId);
    if (row === undefined || row.returnedAt !== null) return;
    const { storyId, episodeId, priceCoins: coins } = row;
    await moveCoins(tx, await holdWallet(tx, readerId), {
      deed: 'return',
      coins,
      storyId,
      episodeId,
      key: GONE.returned,
    });
    await tx.db.update(unlocks).set({ returnedAt: tx.clock.now() }).where(eq(unlocks.id, row.id));
  });
}
