import { asc, eq } from 'drizzle-orm';
import { payoutDestinations, payouts, taxForms } from '../../../db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../deps.ts';
import type { Person } from '../privacy/personal.ts';

export async function collectPayouts({ db }: Deps, { id }: Person) {
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
      })
      .from(payouts)
      .where(eq(payouts.userId, id))
      .orderBy(asc(payouts.requestedAt)),
    db
      .select({
        lastFour: payoutDestinations.lastFour,
        country: payoutDestinations.country,
        validFrom: payoutDestinations.validFrom,
        endedAt: payoutDestinations.endedAt,
      })
      .from(payoutDestinations)
      .where(eq(payoutDestinations.userId, id)),
    db
      .select({ kind: taxForms.kind, sizeBytes: taxForms.sizeBytes, createdAt: taxForms.createdAt })
      .from(taxForms)
      .where(eq(taxForms.userId, id)),
  ]);
  return { files: { payouts: { payouts: asked, destinations, tax_forms: forms } } };
}

/** Where money went is forgotten; that it went stays. */
export async function erasePayouts(tx: TransactionDeps, { id }: Person): Promise<void> {
  await tx.db
    .update(payoutDestinations)
    .set({ sealed: null, endedAt: tx.clock.now() })
    .where(eq(payoutDestinations.userId, id));
}
