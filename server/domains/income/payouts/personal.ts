import { asc, eq, sql } from 'drizzle-orm';
import { payoutDestinations, payouts, taxForms } from '#db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../../deps.ts';
import type { Person } from '../../administration/privacy/personal.ts';
import { eraseTaxForms } from './forms.ts';
import { openAccount } from './sealing.ts';

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
  // Whose it is may have the whole of it: by whom it was sealed is nobody's data.
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

/** Where money went is forgotten, and who was paid for somebody; that it went stays. Erasure waits while a payout is open. */
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
