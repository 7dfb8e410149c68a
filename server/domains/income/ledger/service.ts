/** Owns the ledger of dollars. Only `transferDollars` moves amounts, all legs of a transfer at once. */
import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import {
  type LedgerAccountKind,
  type LedgerAction,
  ledgerAccounts,
  ledgerLegs,
  ledgerTransfers,
} from '#db/schema/index.ts';
import type { TransactionDeps } from '../../../deps.ts';
import { newId } from '../../../lib/ids.ts';

export type Leg = {
  account: LedgerAccountKind;
  /** Absent for an account of the house. */
  userId?: string;
  micros: number;
};

export type Transfer = {
  deed: LedgerAction;
  /** Transfers with the same key happen once. */
  key: string;
  /** Id of the import or the payout. */
  subjectId: string;
  /** The legs add up to zero. Legs of zero are left out. */
  legs: readonly Leg[];
};

const AT_ONCE = 1000;

/**
 * Adds transfers whose key is new, and returns their ids by key. The database refuses legs that do not add up to zero
 * (at the commit). It also refuses payouts above earnings, and balances that an account cannot have.
 */
export async function transferDollars(
  tx: TransactionDeps,
  transfers: readonly Transfer[],
): Promise<Map<string, string>> {
  const added = new Map<string, string>();
  for (let at = 0; at < transfers.length; at += AT_ONCE) {
    const some = transfers.slice(at, at + AT_ONCE);
    const now = tx.clock.now();
    const rows = await tx.db
      .insert(ledgerTransfers)
      .values(
        some.map(({ deed, key, subjectId }) => ({
          id: newId(now.getTime()),
          deed,
          key,
          subjectId,
          createdAt: now,
        })),
      )
      .onConflictDoNothing({ target: ledgerTransfers.key })
      .returning({ id: ledgerTransfers.id, key: ledgerTransfers.key });
    for (const { id, key } of rows) added.set(key, id);
    const fresh = some.filter(({ key }) => added.has(key));
    const legs = fresh.flatMap(({ key, legs }) =>
      legs.map((leg) => ({ ...leg, transferId: added.get(key) ?? '' })),
    );
    const accounts = await accountsOf(tx, legs);
    const values = legs.flatMap(({ transferId, micros, ...leg }) => {
      const accountId = accounts.get(nameOf(leg)) ?? '';
      return micros === 0 ? [] : [{ id: newId(now.getTime()), transferId, accountId, micros }];
    });
    if (values.length > 0) await tx.db.insert(ledgerLegs).values(values);
  }
  return added;
}

const nameOf = ({ account, userId }: Pick<Leg, 'account' | 'userId'>): string => `${account} ${userId ?? ''}`;

async function accountsOf(
  tx: TransactionDeps,
  legs: readonly Pick<Leg, 'account' | 'userId'>[],
): Promise<Map<string, string>> {
  const wanted = new Map(legs.map((leg) => [nameOf(leg), leg]));
  const find = async () => {
    const users = [...new Set(legs.flatMap(({ userId }) => userId ?? []))];
    const rows = await tx.db
      .select()
      .from(ledgerAccounts)
      .where(or(isNull(ledgerAccounts.userId), inArray(ledgerAccounts.userId, users)));
    return new Map(
      rows.map(({ id, kind, userId }) => [nameOf({ account: kind, ...(userId && { userId }) }), id]),
    );
  };
  const known = await find();
  const missing = [...wanted].filter(([name]) => !known.has(name)).sort(([a], [b]) => (a < b ? -1 : 1));
  if (missing.length === 0) return known;
  await tx.db
    .insert(ledgerAccounts)
    .values(
      missing.map(([, { account, userId }]) => ({ id: newId(), kind: account, userId: userId ?? null })),
    )
    .onConflictDoNothing();
  return find();
}

/** Locks an account until the transaction ends, so that its balance can be acted upon. 0 for a new account. */
export async function holdBalance(
  tx: TransactionDeps,
  { account, userId }: { account: LedgerAccountKind; userId: string },
): Promise<number> {
  await accountsOf(tx, [{ account, userId }]);
  const [row] = await tx.db
    .select({ micros: ledgerAccounts.balanceMicros })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.kind, account), eq(ledgerAccounts.userId, userId)))
    .for('no key update');
  return row?.micros ?? 0;
}
