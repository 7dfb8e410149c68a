/**
 * Owns `wallets` and `coin_entries`: coins move in no other way. A wallet is locked while they do, and what is asked for under
 * one key happens once.
 */
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

/** A wallet whose row this transaction holds. */
export type HeldWallet = typeof wallets.$inferSelect;

/** The other side of each deed. */
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

/** Waits for whoever moves coins of the same wallet. It is made when it is first needed. */
export async function holdWallet(tx: TransactionDeps, userId: string): Promise<HeldWallet> {
  const find = () => tx.db.select().from(wallets).where(eq(wallets.userId, userId)).for('update');
  const [known] = await find();
  if (known !== undefined) return known;
  await tx.db.insert(wallets).values({ userId }).onConflictDoNothing();
  const [made] = await find();
  if (made === undefined) throw new Error('a wallet was not made');
  return made;
}

/**
 * Adds an entry; a second one under the same key changes nothing. Throws 422 when the key stands for something else, or
 * when the wallet holds too little.
 */
export async function moveCoins(
  tx: TransactionDeps,
  wallet: HeldWallet,
  movement: Movement,
): Promise<{ entry: Entry; balance: number }> {
  const entry = entryOf(tx, wallet, movement);
  const { balanceAfter: balance } = entry;
  // What a store took back and was not there is taken from what comes in, so that nothing is unlocked before.
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

/** What the same key has done before. */
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

/** Entries and what the wallet says of them, in one statement. False, and nothing is changed, when the first one's key is there already. */
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

/**
 * Takes back what was bought and paid back: as far as there are coins; what is lacking is owed. The entry is null when
 * there was nothing to take.
 */
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

/** ERR-38; the numbers go along, so that whoever asked can say what is missing. */
const notEnoughCoins = (
  { balanceCoins: balance, debtCoins: debt }: HeldWallet,
  { coins }: Movement,
): AppError => new AppError(422, 'not_enough_coins', { body: { balance, debt, price: -coins } });

/** What a client calls something is its own in each wallet, and no key of ours. */
export const keyOfClient = (key: string | undefined): string => (key === undefined ? newId() : `sent:${key}`);

/** What an administrator calls a grant is theirs, whatever the owner of the wallet calls an unlock. */
const keyOfGrant = (actor: Pick<Viewer, 'id'> | null, key: string | undefined): string =>
  actor === null || key === undefined ? newId() : `granted:${actor.id}:${key}`;

export type Grant = { userId: string; coins: number; reason: string; key?: string | undefined };

/** Throws 404 for an account that is no more. `actor` is null for whoever runs the house, at its command line. */
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
    // What is asked for once more under its key was done, and noted, before.
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

/** A key that stands for a grant to another wallet. */
async function refuseElsewhere(tx: TransactionDeps, actorId: string, userId: string, key: string) {
  const { actorId: by, userId: of, key: known } = coinEntries;
  const elsewhere = and(eq(by, actorId), ne(of, userId), eq(known, key));
  const [row] = await tx.db.select({ id: coinEntries.id }).from(coinEntries).where(elsewhere).limit(1);
  if (row !== undefined) throw keyReused();
}

/** After the grant was made, which a refusal takes back. */
async function refuseTooMuch(tx: TransactionDeps, actorId: string): Promise<void> {
  if ((await sumGrantedToday(tx, actorId)) > GRANTS_A_DAY_MAX_COINS) throw new AppError(422, 'grants_spent');
}

/** The same by e-mail, for the command line. */
export async function grantCoinsTo(
  deps: Deps,
  email: string,
  grant: Pick<Grant, 'coins' | 'reason'>,
): Promise<{ balance: number }> {
  const [user] = await deps.db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (user === undefined) throw notFound('not_found');
  return grantCoins(deps, null, { userId: user.id, ...grant });
}
