/** Owns `payouts`. Each step and its transfer are one transaction, under their own key. */

import { eq } from 'drizzle-orm';
import { payouts, users } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { utcDay } from '../../../lib/days.ts';
import { conflict, isAppError, notFound, unauthorized, unprocessable } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { record } from '../../../outbox/record.ts';
import { logAction } from '../../platform/audit/log.ts';
import type { AdminActionName } from '../../platform/audit/rules.ts';
import { type Happened, overtaken, requireSeen } from '../../platform/audit/seen.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { dollars } from '../earnings/rules.ts';
import type { ToldStep } from '../events.ts';
import { payoutMoved } from '../events.ts';
import { CENT_MICROS } from '../ledger/rules.ts';
import { holdBalance, type Leg, transferDollars } from '../ledger/service.ts';
import {
  type PayoutRow,
  requireApprovable,
  requireDestination,
  requireOther,
  requirePayable,
} from './demands.ts';
import { findRequestFacts } from './queries.ts';
import {
  type Decision,
  dueAfter,
  type FormKind,
  isStepOfOwner,
  nextState,
  type PayoutStep,
  paidAt,
  STEP_OF,
} from './rules.ts';

/** Locks an account, so that two actions on its money run one after the other. Throws 401 for an erased account. */
export async function holdOwner(tx: TransactionDeps, userId: string): Promise<typeof users.$inferSelect> {
  const [user] = await tx.db.select().from(users).where(eq(users.id, userId)).for('no key update');
  if (user === undefined || user.erasedAt !== null) throw unauthorized('sign_in_required');
  return user;
}

/** Requests the whole balance (REV-15). Throws 409 with the obstacle, or when the balance is not the one shown. */
export async function requestPayout(
  deps: Deps,
  viewer: Viewer,
  { shown }: { shown?: string | undefined } = {},
): Promise<string> {
  return inTransaction(deps, async (tx) => {
    await holdOwner(tx, viewer.id);
    await holdBalance(tx, { account: 'earned', userId: viewer.id });
    const { facts, destinationId, problem } = await findRequestFacts(tx, viewer.id);
    if (problem !== null) throw conflict(problem);
    if (shown !== undefined && shown !== dollars(facts.earnedCents)) throw conflict('balance_changed');
    if (destinationId === null || facts.destination === null) throw conflict('destination_needed');
    const now = tx.clock.now();
    const [payout] = await tx.db
      .insert(payouts)
      .values({
        id: newId(now.getTime()),
        userId: viewer.id,
        cents: facts.earnedCents,
        state: 'requested',
        destinationId,
        guardianName: facts.destination.guardian ? facts.destination.holder : null,
        requestedAt: now,
        dueAt: dueAfter(now),
      })
      .returning();
    if (payout === undefined) throw new Error('a payout was not written down');
    await transfer(tx, payout, 'payout_asked');
    await mailOwner(tx, payout, 'requested');
    return payout.id;
  });
}

/** Calls the payout off for its owner, before it is approved. Throws 404 for another user's payout, and 409. */
export async function callOffPayout(deps: Deps, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const payout = await hold(tx, id);
    if (payout.userId !== viewer.id) throw notFound('not_found');
    if (payout.state === 'called_off' && payout.closedBy === viewer.id) return;
    await returnPayout(tx, payout, { step: 'call_off', by: viewer.id });
  });
}

/** Returns the money to the balance. `by` is null when no signed-in user did it. */
export async function returnPayout(
  tx: TransactionDeps,
  payout: PayoutRow,
  { step, by, reason = null }: { step: 'call_off' | 'reject'; by: string | null; reason?: string | null },
): Promise<void> {
  const state = await follow(tx, payout, step);
  await tx.db
    .update(payouts)
    .set({ state, closedAt: tx.clock.now(), closedBy: by, reason })
    .where(eq(payouts.id, payout.id));
  await transfer(tx, payout, 'payout_returned');
}

export type DecisionInput = {
  state: Decision;
  reference?: string | undefined;
  reason?: string | undefined;
  /** A day in UTC. Defaults to today. */
  paidOn?: string | undefined;
  seen?: string | undefined;
};

/** An administrator's decision. Throws 404, 409 with the obstacle, and 422 for a missing reference or reason. */
export async function decidePayout(
  deps: Deps,
  viewer: Viewer,
  id: string,
  { state, paidOn, seen, ...words }: DecisionInput,
): Promise<void> {
  const reference = state === 'paid' ? (words.reference?.trim() ?? '') : '';
  const reason = state === 'rejected' ? (words.reason?.trim() ?? '') : '';
  if (state === 'paid' && reference === '') throw unprocessable({ reference: ['blank'] });
  if (state === 'rejected' && reason === '') throw unprocessable({ reason: ['blank'] });
  await inTransaction(deps, async (tx) => {
    const payout = await hold(tx, id);
    if (isSameDecision(payout, viewer, { state, reference, reason })) return;
    await requireSeen({ seen, version: payout.state }, () => movedOn(tx, payout));
    const next = await follow(tx, payout, STEP_OF[state]);
    if (state === 'rejected') {
      await returnPayout(tx, payout, { step: 'reject', by: viewer.id, reason });
    } else {
      await requireOther(tx, viewer, payout);
      const now = tx.clock.now();
      if (state === 'approved') {
        await requireDestination(tx, payout);
        await requireApprovable(tx, payout);
        await update(tx, id, { state: next, approvedAt: now, approvedBy: viewer.id });
      } else {
        const { closedAt, problem } = paidAt(payout, paidOn, now);
        if (problem !== null) throw unprocessable({ paid_on: [problem] });
        await requireDestination(tx, payout, paidOn);
        await requirePayable(tx, payout, paidOn);
        await update(tx, id, { state: next, closedAt, closedBy: viewer.id, reference });
        await transfer(tx, payout, 'payout_paid');
      }
    }
    await tell(tx, payout, state);
    const details: Record<string, string> =
      state === 'paid' ? { reference, paid_on: paidOn ?? utcDay(tx.clock.now()) } : {};
    await log(tx, viewer, payout, { deed: `payout_${state}`, details, reason });
  });
}

const update = (tx: TransactionDeps, id: string, values: Partial<PayoutRow>) =>
  tx.db.update(payouts).set(values).where(eq(payouts.id, id));

/** True when the same administrator sends a decision twice, or again from an old page. */
function isSameDecision(
  payout: PayoutRow,
  viewer: Viewer,
  { state, reference, reason }: Required<Pick<DecisionInput, 'state' | 'reference' | 'reason'>>,
): boolean {
  if (payout.state !== state) return false;
  if (state === 'approved') return payout.approvedBy === viewer.id;
  const words = state === 'paid' ? payout.reference === reference : payout.reason === reason;
  return payout.closedBy === viewer.id && words;
}

export type Refused = { id: string; code: string };

/** Approves each payout separately, so that a refused one does not stop the others. */
export async function approvePayouts(
  deps: Deps,
  viewer: Viewer,
  ids: readonly string[],
): Promise<{ approved: string[]; refused: Refused[] }> {
  const approved: string[] = [];
  const refused: Refused[] = [];
  for (const id of new Set(ids)) {
    try {
      await decidePayout(deps, viewer, id, { state: 'approved' });
      approved.push(id);
    } catch (error) {
      if (!isAppError(error)) throw error;
      refused.push({ id, code: error.code });
    }
  }
  return { approved, refused };
}

/** The payout cannot be approved before a form of this kind arrives (REV-20). Throws 404, 409. */
export async function askForForm(deps: Deps, viewer: Viewer, id: string, kind: FormKind): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const payout = await hold(tx, id);
    if (payout.state !== 'requested') throw await movedOn(tx, payout);
    if (payout.formKind === kind) throw conflict('form_asked_already');
    await tx.db
      .update(payouts)
      .set({ formKind: kind, formAskedAt: tx.clock.now(), formAskedBy: viewer.id })
      .where(eq(payouts.id, id));
    await tell(tx, payout, 'form_asked');
    await log(tx, viewer, payout, { deed: 'payout_form_asked', details: { form: kind } });
  });
}

export async function hold(tx: TransactionDeps, id: string): Promise<PayoutRow> {
  const [payout] = await tx.db.select().from(payouts).where(eq(payouts.id, id)).for('update');
  if (payout === undefined) throw notFound('not_found');
  return payout;
}

async function follow(tx: TransactionDeps, payout: PayoutRow, step: PayoutStep) {
  const next = nextState(payout.state, step);
  // The owner need not know which administrator it was.
  if (next === null) throw isStepOfOwner(step) ? conflict('payout_moved_on') : await movedOn(tx, payout);
  return next;
}

const movedOn = (tx: TransactionDeps, payout: PayoutRow) =>
  overtaken(tx, 'payout_moved_on', lastStepOf(payout));

function lastStepOf({ state, approvedBy, approvedAt, closedBy, closedAt }: PayoutRow): Happened | null {
  if (state === 'requested') return null;
  const [actorId, at] = state === 'approved' ? [approvedBy, approvedAt] : [closedBy, closedAt];
  return at === null ? null : { deed: `payout_${state}`, actorId, at };
}

async function transfer(
  tx: TransactionDeps,
  { id, userId, cents }: PayoutRow,
  deed: 'payout_asked' | 'payout_paid' | 'payout_returned',
): Promise<void> {
  const micros = cents * CENT_MICROS;
  const earned = { account: 'earned', userId } as const;
  const asked = { account: 'asked', userId } as const;
  const ways = {
    payout_asked: [earned, asked],
    payout_paid: [asked, { account: 'bank' }],
    payout_returned: [asked, earned],
  } as const;
  const [from, to] = ways[deed];
  const legs: Leg[] = [
    { ...from, micros: -micros },
    { ...to, micros },
  ];
  const added = await transferDollars(tx, [{ deed, key: `${deed}:${id}`, subjectId: id, legs }]);
  if (added.size !== 1) throw new Error('a payout was transferred twice');
}

async function tell(tx: TransactionDeps, payout: PayoutRow, step: ToldStep): Promise<void> {
  await record(tx, payoutMoved, { payoutId: payout.id, step });
  await mailOwner(tx, payout, step);
}

async function mailOwner(
  tx: TransactionDeps,
  { id, userId }: PayoutRow,
  step: ToldStep | 'requested',
): Promise<void> {
  const [user] = await tx.db
    .select({ email: users.email, language: users.language })
    .from(users)
    .where(eq(users.id, userId));
  if (user === undefined) return;
  const data = { payoutId: id, step };
  await queueMail(tx, { userId, kind: 'payout', to: user.email, locale: user.language, data });
}

const log = (
  tx: TransactionDeps,
  viewer: Viewer,
  { id, userId, cents }: PayoutRow,
  {
    deed,
    details = {},
    reason = '',
  }: { deed: AdminActionName; details?: Record<string, string>; reason?: string },
): Promise<number> =>
  logAction(tx, {
    actorId: viewer.id,
    deed,
    subject: { type: 'user', id: userId },
    details: { payout: id, amount: dollars(cents), ...details },
    reason,
  });
