import { asc, eq, sql } from 'drizzle-orm';
import {
  ledgerAccounts,
  ledgerLegs,
  ledgerTransfers,
  payoutDestinations,
  payouts,
  revenueCredits,
  taxForms,
} from '../../../db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../deps.ts';
import type { Person } from '../administration/privacy/personal.ts';
import { eraseTaxForms } from './payouts/forms.ts';
import { openAccount } from './payouts/sealing.ts';

/** Rows of money stay after the erasure of an account, without naming anybody. */
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

export async function collectRevenue(deps: Deps, { id }: Person) {
  const columns = {
    period: revenueCredits.period,
    shareMicros: revenueCredits.shareMicros,
    restBeforeMicros: revenueCredits.restBeforeMicros,
    creditMicros: revenueCredits.creditMicros,
    restAfterMicros: revenueCredits.restAfterMicros,
    createdAt: revenueCredits.createdAt,
  };
  const credits = await deps.db
    .select(columns)
    .from(revenueCredits)
    .where(eq(revenueCredits.userId, id))
    .orderBy(asc(revenueCredits.createdAt));
  return { files: { revenue: { credits } } };
}

export async function collectPayouts(deps: Deps, { id }: Person) {
  const { db } = deps;
  const [asked, destinations, forms] = await Promise.all([
    db
      .select({
        cents: payouts.cents,
        state: payouts.state,
        requestedAt: payouts.requestedAt,
        dueAt: payouts.dueAt,
        closedAt: payouts.closedAt,
        reference: payouts.reference,
        reason: payouts.reason,
        guardianName: payouts.guardianName,
        formKind: payouts.formKind,
      })
      .from(payouts)
      .where(eq(payouts.userId, id))
      .orderBy(asc(payouts.requestedAt)),
    db.select().from(payoutDestinations).where(eq(payoutDestinations.userId, id)),
    db
      .select({ kind: taxForms.kind, sizeBytes: taxForms.sizeBytes, createdAt: taxForms.createdAt })
      .from(taxForms)
      .where(eq(taxForms.userId, id)),
  ]);
  // The owner sees the whole account, unsealed.
  const shown = destinations.map(({ id, sealed, lastFour, country, createdAt, validFrom, endedAt }) => ({
    ...openAccount(deps, id, sealed),
    lastFour,
    country,
    createdAt,
    validFrom,
    endedAt,
  }));
  return { files: { payouts: { payouts: asked, destinations: shown, tax_forms: forms } } };
}

/** Erases where money went, and the guardian who was paid. The payouts stay. Erasure waits while a payout is open. */
export async function erasePayouts(tx: TransactionDeps, { id }: Person): Promise<void> {
  const endedAt = sql`coalesce(${payoutDestinations.endedAt}, ${tx.clock.now().toISOString()}::timestamptz)`;
  await tx.db
    .update(payoutDestinations)
    .set({ sealed: null, endedAt })
    .where(eq(payoutDestinations.userId, id));
  await tx.db
    .update(payouts)
    .set({ guardianName: null, reason: sql`case when ${payouts.reason} is null then null else '' end` })
    .where(eq(payouts.userId, id));
  await eraseTaxForms(tx, id);
}
