/** Conditions of an administrator's decision about a payout. Each function throws 409 with the obstacle. */
import { eq } from 'drizzle-orm';
import { payoutDestinations, type payouts, users } from '#db/schema/index.ts';
import type { TransactionDeps } from '../../../deps.ts';
import { utcDay } from '../../../lib/days.ts';
import { conflict } from '../../../lib/errors.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { holdBalance } from '../ledger/service.ts';
import { findFormOf } from './queries.ts';
import { holdOf } from './rules.ts';

export type PayoutRow = typeof payouts.$inferSelect;

/**
 * Nobody approves or pays their own payout, unless they are the only administrator. Others count even without a second
 * factor, because they can switch one on.
 */
export async function requireOther(tx: TransactionDeps, viewer: Viewer, payout: PayoutRow): Promise<void> {
  if (payout.userId !== viewer.id) return;
  if ((await tx.db.$count(users, eq(users.administrator, true))) > 1) throw conflict('payout_own');
}

/** The owner may have disowned the destination. A transfer that left the bank before that can still be noted. */
export async function requireDestination(
  tx: TransactionDeps,
  { destinationId }: PayoutRow,
  paidOn?: string,
): Promise<void> {
  const [found] = await tx.db
    .select({ sealed: payoutDestinations.sealed, endedAt: payoutDestinations.endedAt })
    .from(payoutDestinations)
    .where(eq(payoutDestinations.id, destinationId))
    .for('share');
  if (found?.sealed) return;
  const wasPaid = paidOn !== undefined && found?.endedAt && paidOn <= utcDay(found.endedAt);
  if (!wasPaid) throw conflict('destination_taken_back');
}

/** A correction may have taken back the requested money. The payout is then rejected and requested again. */
export async function requireApprovable(tx: TransactionDeps, payout: PayoutRow): Promise<void> {
  if (payout.formAskedAt !== null && (await findFormOf(tx, payout)) === null) throw conflict('form_missing');
  const earnedMicros = await holdBalance(tx, { account: 'earned', userId: payout.userId });
  const held = holdOf({
    state: payout.state,
    isLocked: (await findLock(tx, payout)) !== null,
    earnedMicros,
  });
  if (held !== null) throw conflict(held);
}

/** Nothing is paid to a locked account. A transfer that left the bank before the lock can still be noted. */
export async function requirePayable(tx: TransactionDeps, payout: PayoutRow, paidOn?: string): Promise<void> {
  const lockedAt = await findLock(tx, payout);
  if (lockedAt !== null && (paidOn === undefined || paidOn > utcDay(lockedAt)))
    throw conflict('payout_account_locked');
}

/** Takes no lock, since the owner's actions lock the account before the payout. Later steps ask again. */
async function findLock(tx: TransactionDeps, { userId }: PayoutRow): Promise<Date | null> {
  const [owner] = await tx.db.select({ lockedAt: users.lockedAt }).from(users).where(eq(users.id, userId));
  return owner?.lockedAt ?? null;
}
