/** Owns `wallets` and `coin_entries`: the only way to move coins. Locks the wallet, and runs each key once. */
import { and, eq, ne } from 'drizzle-orm';
import { coinEntries, type HouseAccount, users, wallets } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { AppError, notFound } from '../../../lib/errors.ts';
import { keyReused } from '../../../lib/idempotency.ts';
import { newId } from '../../../lib/ids.ts';
import { lockByName } from '../../../lib/locks.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { logSecurity } from '../../../process/security-log.ts';
import { logAction } from '../../platform/audit/log.ts';
import { sumGrantedToday } from './queries-admin.ts';
import { GRANTS_A_DAY_MAX_COINS } from './rules.ts';

type Entry = typeof coinEntries.$inferSelect;

export type HeldWallet = typeof wallets.$inferSelect;

/** Account on the other side of each entry. */
const HOUSE_OF = {
  grant: 'issued',
  purchase: 'issued',
  refund: 'issued',
  debt: 'issued',
  unlock: 'spent',
  return: 'spent',
} as const satisfies Record<Entry['deed'], HouseAccount>;

export type Movement = Pick<Entry, 'deed' | 'coins' | 'key'> &
  Partial<Pick<Entry, 'storyId' | 'episodeId' | 'actorId' | 'reason'>>;

/** Locks the wallet. Creates it on first use. */
export async function holdWallet(tx: TransactionDeps, userId: string): Promise<HeldWallet> {
  const find = () => tx.db.select().from(wallets).where(eq(wallets.userId, userId)).for('update');
  const [known] = await find();
  if (known !== undefined) return known;
  await tx.db.insert(wallets).values({ userId }).onConflictDoNothing();
  const [made] = await find();
  if (made === undefined) throw new Error('a wallet was not made');
  return made;
}

/** Adds an entry, once per key. Throws 422 when the key was used otherwise or the balance is too low. */
export async function moveCoins(
  tx: TransactionDeps,
  wallet: HeldWallet,
  movement: Movement,
): Promise<{ entry: Entry; balance: number }> {
  const entry = entryOf(tx, wallet, movement);
  const { balanceAfter: balance } = entry;
  // Incoming coins pay the debt from refunds first, before anything can be unlocked.
  const paid = Math.min(wallet.debtCoins, Math.max(0, balance));
  if (balance < 0 || paid > 0) {
    const before = await findBefore(tx, wallet, movement);
    if (before !== null) return before;
    if (balance < 0) throw notEnoughCoins(wallet, movement);
  }
  const held = { ...wallet, balanceCoins: balance, lastNumber: entry.number };
  const rest = paid > 0 ? [entryOf(tx, held, { deed: 'debt', coins: -paid, key: `debt:${entry.id}` })] : [];
  if (await addEntries(tx, wallet.debtCoins - paid, [entry, ...rest]))
    return { entry, balance: balance - paid };
  const before = await findBefore(tx, wallet, movement);
  if (before === null) throw new Error('an entry was not made');
  return before;
}

async function findBefore(tx: TransactionDeps, { userId, balanceCoins }: HeldWallet, movement: Movement) {
  const [entry] = await tx.db
    .select()
    .from(coinEntries)
    .where(and(eq(coinEntries.userId, userId), eq(coinEntries.key, movement.key)));
  if (entry === undefined) return null;
  if (!isSame(entry, movement)) throw keyReused();
  return { entry, balance: balanceCoins };
}

function entryOf(
  { clock }: TransactionDeps,
  { userId, balanceCoins: balanceBefore, lastNumber }: HeldWallet,
  { coins, deed, key, ...about }: Movement,
): Entry {
  const createdAt = clock.now();
  return {
    id: newId(createdAt.getTime()),
    userId,
    deed,
    house: HOUSE_OF[deed],
    coins,
    key,
    createdAt,
    number: (lastNumber ?? 0) + 1,
    previousNumber: lastNumber,
    balanceBefore,
    balanceAfter: balanceBefore + coins,
    storyId: null,
    episodeId: null,
    actorId: null,
    reason: null,
    ...about,
  };
}

/** Writes entries and wallet in one statement. Changes nothing and returns false when the first key exists. */
async function addEntries(
  tx: TransactionDeps,
  debtCoins: number,
  entries: readonly [Entry, ...Entry[]],
): Promise<boolean> {
  const last = entries.at(-1) ?? entries[0];
  const added = tx.db.$with('added').as(
    tx.db
      .insert(coinEntries)
      .values([...entries])
      .onConflictDoNothing({ target: [coinEntries.userId, coinEntries.key] })
      .returning({ userId: coinEntries.userId, number: coinEntries.number }),
  );
  const { rowCount } = await tx.db
    .with(added)
    .update(wallets)
    .set({ balanceCoins: last.balanceAfter, lastNumber: last.number, debtCoins })
    .from(added)
    .where(and(eq(wallets.userId, added.userId), eq(added.number, last.number)));
  return rowCount === 1;
}

/** Takes refunded coins back as far as the balance allows. The rest is owed. `entryId` is null if nothing was taken. */
export async function takeCoinsBack(
  tx: TransactionDeps,
  wallet: HeldWallet,
  { coins, key }: { coins: number; key: string },
): Promise<{ entryId: string | null; owed: number }> {
  const taken = Math.min(wallet.balanceCoins, coins);
  const owed = coins - taken;
  const moved = taken === 0 ? null : await moveCoins(tx, wallet, { deed: 'refund', coins: -taken, key });
  if (owed > 0)
    await tx.db
      .update(wallets)
      .set({ debtCoins: wallet.debtCoins + owed })
      .where(eq(wallets.userId, wallet.userId));
  return { entryId: moved?.entry.id ?? null, owed };
}

const isSame = (entry: Entry, { deed, coins, episodeId = null, reason = null }: Movement): boolean =>
  entry.deed === deed && entry.coins === coins && entry.episodeId === episodeId && entry.reason === reason;

/** ERR-38. With the numbers, so that the client can say how many coins are missing. */
const notEnoughCoins = (
  { balanceCoins: balance, debtCoins: debt }: HeldWallet,
  { coins }: Movement,
): AppError => new AppError(422, 'not_enough_coins', { body: { balance, debt, price: -coins } });

/** A client's keys are unique per wallet and separate from ours. */
export const keyOfClient = (key: string | undefined): string => (key === undefined ? newId() : `sent:${key}`);

/** An administrator's keys are separate from those of the wallet's owner. */
const keyOfGrant = (actor: Pick<Viewer, 'id'> | null, key: string | undefined): string =>
  actor === null || key === undefined ? newId() : `granted:${actor.id}:${key}`;

export type Grant = { userId: string; coins: number; reason: string; key?: string | undefined };

/** Throws 404 for an erased account. `actor` is null on the operator's command line. */
export async function grantCoins(
  deps: Deps,
  actor: Pick<Viewer, 'id'> | null,
  { userId, coins, reason, key }: Grant,
): Promise<{ balance: number }> {
  return inTransaction(deps, async (tx) => {
    const [user] = await tx.db
      .select({ erasedAt: users.erasedAt })
      .from(users)
      .where(eq(users.id, userId))
      .for('share');
    if (user === undefined || user.erasedAt !== null) throw notFound('not_found');
    const wallet = await holdWallet(tx, userId);
    const keyed = keyOfGrant(actor, key);
    if (actor !== null) {
      await lockByName(tx, `grants:${actor.id}`);
      await refuseElsewhere(tx, actor.id, userId, keyed);
    }
    const { entry, balance } = await moveCoins(tx, wallet, {
      deed: 'grant',
      coins,
      reason: reason.trim(),
      actorId: actor?.id ?? null,
      key: keyed,
    });
    // This key was granted and logged before.
    if (entry.number !== (wallet.lastNumber ?? 0) + 1) return { balance };
    if (actor !== null) await refuseTooMuch(tx, actor.id);
    logSecurity(tx, 'coins_granted', { userId, coins, ...(actor && { actorId: actor.id }) });
    await logAction(tx, {
      actorId: actor?.id ?? null,
      deed: 'coins_granted',
      subject: { type: 'user', id: userId },
      details: { coins },
      reason,
    });
    return { balance };
  });
}

/** Rejects a key that belongs to a grant for another wallet. */
async function refuseElsewhere(tx: TransactionDeps, actorId: string, userId: string, key: string) {
  const { actorId: by, userId: of, key: known } = coinEntries;
  const elsewhere = and(eq(by, actorId), ne(of, userId), eq(known, key));
  const [row] = await tx.db.select({ id: coinEntries.id }).from(coinEntries).where(elsewhere).limit(1);
  if (row !== undefined) throw keyReused();
}

/** Runs after the grant, which an error rolls back. */
async function refuseTooMuch(tx: TransactionDeps, actorId: string): Promise<void> {
  if ((await sumGrantedToday(tx, actorId)) > GRANTS_A_DAY_MAX_COINS) throw new AppError(422, 'grants_spent');
}

export async function grantCoinsTo(
  deps: Deps,
  email: string,
  grant: Pick<Grant, 'coins' | 'reason'>,
): Promise<{ balance: number }> {
  const [user] = await deps.db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (user === undefined) throw notFound('not_found');
  return grantCoins(deps, null, { userId: user.id, ...grant });
}
