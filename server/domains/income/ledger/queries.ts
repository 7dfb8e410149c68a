import { eq, sql } from 'drizzle-orm';
import { ledgerAccounts, ledgerLegs } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';

/** In micro-dollars. 0 for accounts that a creator does not have yet. */
export async function findBalances(
  deps: Pick<Deps, 'db'>,
  userId: string,
): Promise<{ rest: number; earned: number; asked: number }> {
  const rows = await deps.db.select().from(ledgerAccounts).where(eq(ledgerAccounts.userId, userId));
  const of = (kind: string) => rows.find((row) => row.kind === kind)?.balanceMicros ?? 0;
  return { rest: of('rest'), earned: of('earned'), asked: of('asked') };
}

export type Discrepancy = { accountId: string; kind: string; balanceMicros: number; legsMicros: number };

const MOST = 100;

/** Accounts whose balance is not the sum of their legs. There should never be any. Reads the whole ledger once. */
export async function findDiscrepancies(deps: Pick<Deps, 'db'>): Promise<Discrepancy[]> {
  const sums = deps.db
    .select({ accountId: ledgerLegs.accountId, micros: sql<string>`sum(${ledgerLegs.micros})`.as('micros') })
    .from(ledgerLegs)
    .groupBy(ledgerLegs.accountId)
    .as('sums');
  const legs = sql<number>`coalesce(${sums.micros}, 0)`.mapWith(Number);
  return deps.db
    .select({
      accountId: ledgerAccounts.id,
      kind: ledgerAccounts.kind,
      balanceMicros: ledgerAccounts.balanceMicros,
      legsMicros: legs,
    })
    .from(ledgerAccounts)
    .leftJoin(sums, eq(sums.accountId, ledgerAccounts.id))
    .where(sql`${ledgerAccounts.balanceMicros} <> ${legs}`)
    .limit(MOST);
}
