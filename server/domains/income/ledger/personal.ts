import { asc, eq } from 'drizzle-orm';
import { ledgerAccounts, ledgerLegs, ledgerTransfers } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Person } from '../../administration/privacy/personal.ts';

/** Rows of money stay when an account is erased: they name nobody then. */
export async function collectLedger(deps: Deps, { id }: Person) {
  const entries = await deps.db
    .select({
      account: ledgerAccounts.kind,
      deed: ledgerTransfers.deed,
      micros: ledgerLegs.micros,
      subjectId: ledgerTransfers.subjectId,
      createdAt: ledgerTransfers.createdAt,
    })
    .from(ledgerLegs)
    .innerJoin(ledgerTransfers, eq(ledgerTransfers.id, ledgerLegs.transferId))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerLegs.accountId))
    .where(eq(ledgerAccounts.userId, id))
    .orderBy(asc(ledgerTransfers.createdAt), asc(ledgerLegs.id));
  return { files: { ledger: { entries } } };
}
