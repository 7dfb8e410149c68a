import { and, asc, count, desc, eq, gte, inArray, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Static } from 'typebox';
import {
  ledgerAccounts,
  PAYOUT_STATES,
  type PayoutState,
  payoutDestinations,
  payouts,
  taxForms,
  users,
} from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { utcDay } from '../../../lib/days.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { dollars, exactDollars, PAYOUT_THRESHOLD_CENTS } from '../earnings/rules.ts';
import { findBalances } from '../ledger/queries.ts';
import { CENT_MICROS } from '../ledger/rules.ts';
import type { AdminPayout, DestinationReply, OwnPayouts, Payout } from './contract.ts';
import { daysLeft, holdOf, OPEN_STATES, requestProblem } from './rules.ts';
import { openAccount } from './sealing.ts';

type Reads = Pick<Deps, 'db' | 'clock' | 'signingKey'>;
export type Destination = typeof payoutDestinations.$inferSelect;
export type PayoutView = Static<typeof Payout>;
export type AdminPayoutView = Static<typeof AdminPayout>;

export async function findDestinations(
  deps: Pick<Deps, 'db' | 'clock'>,
  userId: string,
): Promise<{ current: Destination | null; waiting: Destination | null }> {
  const now = deps.clock.now();
  const rows = await deps.db
    .select()
    .from(payoutDestinations)
    .where(and(eq(payoutDestinations.userId, userId), isNull(payoutDestinations.endedAt)))
    .orderBy(desc(payoutDestinations.validFrom))
    .limit(10);
  return {
    current: rows.find(({ validFrom }) => validFrom <= now) ?? null,
    waiting: rows.find(({ validFrom }) => validFrom > now) ?? null,
  };
}

/** Decides whether a user can request a payout now. Final only in a transaction that has locked the account. */
export async function findRequestFacts(deps: Reads, userId: string) {
  const [user] = await deps.db.select().from(users).where(eq(users.id, userId));
  if (user === undefined) throw notFound('not_found');
  const [{ earned }, { current, waiting }, open] = [
    await findBalances(deps, userId),
    await findDestinations(deps, userId),
    await deps.db.$count(payouts, and(eq(payouts.userId, userId), inArray(payouts.state, [...OPEN_STATES]))),
  ];
  const account = current && openAccount(deps, current.id, current.sealed);
  const facts = {
    emailConfirmed: user.emailConfirmedAt !== null,
    leaving: user.deletionRequestedAt !== null || user.erasedAt !== null,
    dateOfBirth: user.dateOfBirth,
    guardianConsent: user.guardianConsentAt !== null,
    today: utcDay(deps.clock.now()),
    open: open > 0,
    earnedCents: Math.floor(earned / CENT_MICROS),
    destination: account,
    waiting: waiting !== null,
  };
  return { facts, user, destinationId: current?.id ?? null, problem: requestProblem(facts) };
}

const OWN_MAX_COUNT = 100;
/** A form that arrived after it was requested. */
const formId = sql<string | null>`(select ${taxForms.id} from ${taxForms}
  where ${taxForms.userId} = ${payouts.userId} and ${taxForms.kind} = ${payouts.formKind}
    and ${taxForms.endedAt} is null and ${taxForms.createdAt} >= ${payouts.formAskedAt} limit 1)`;

const columns = {
  payout: payouts,
  lastFour: payoutDestinations.lastFour,
  country: payoutDestinations.country,
  formId,
};
type Row = {
  payout: typeof payouts.$inferSelect;
  lastFour: string;
  country: string;
  formId: string | null;
};

const present = ({ payout, lastFour, country, formId: form }: Row): PayoutView => ({
  id: payout.id,
  amount: dollars(payout.cents),
  state: payout.state,
  requested_at: payout.requestedAt.toISOString(),
  due_at: payout.dueAt.toISOString(),
  form:
    payout.formKind === null
      ? null
      : {
          kind: payout.formKind,
          asked_at: payout.formAskedAt?.toISOString() ?? '',
          received: form !== null,
        },
  approved_at: payout.approvedAt?.toISOString() ?? null,
  closed_at: payout.closedAt?.toISOString() ?? null,
  reference: payout.reference,
  reason: payout.reason,
  guardian_name: payout.guardianName,
  destination: { last_four: lastFour, country },
});

export async function listOwnPayouts(deps: Reads, viewer: Viewer): Promise<Static<typeof OwnPayouts>> {
  const { problem, facts } = await findRequestFacts(deps, viewer.id);
  const { earned, rest } = await findBalances(deps, viewer.id);
  const rows = await deps.db
    .select(columns)
    .from(payouts)
    .innerJoin(payoutDestinations, eq(payoutDestinations.id, payouts.destinationId))
    .where(eq(payouts.userId, viewer.id))
    .orderBy(desc(payouts.requestedAt), desc(payouts.id))
    .limit(OWN_MAX_COUNT);
  return {
    balance: dollars(facts.earnedCents),
    exact_balance: exactDollars(earned + rest),
    threshold: dollars(PAYOUT_THRESHOLD_CENTS),
    problem,
    payouts: rows.map(present),
  };
}

export async function findOwnDestination(
  deps: Reads,
  viewer: Viewer,
): Promise<{
  current: Static<typeof DestinationReply> | null;
  waiting: Static<typeof DestinationReply> | null;
}> {
  const { current, waiting } = await findDestinations(deps, viewer.id);
  const shown = (row: Destination | null) =>
    row && {
      holder: openAccount(deps, row.id, row.sealed)?.holder ?? '',
      guardian: openAccount(deps, row.id, row.sealed)?.guardian ?? false,
      country: row.country,
      last_four: row.lastFour,
      valid_from: row.validFrom.toISOString(),
    };
  return { current: shown(current), waiting: shown(waiting) };
}

/** When the waiting destination of the payout's owner takes over. Until then the owner may disown it. */
const waitingUntil = (now: Date) =>
  sql<Date | null>`(select max(w.valid_from) from payout_destinations w where w.user_id = ${payouts.userId}
    and w.ended_at is null and w.valid_from > ${now.toISOString()}::timestamptz)`.mapWith(payouts.dueAt);

export const earnedMicros =
  sql<number>`coalesce((select ${ledgerAccounts.balanceMicros} from ${ledgerAccounts}
    where ${ledgerAccounts.userId} = ${payouts.userId} and ${ledgerAccounts.kind} = 'earned'), 0)`.mapWith(
    Number,
  );

const takers = alias(users, 'takers');

const adminColumns = (now: Date) => ({
  ...columns,
  sealed: payoutDestinations.sealed,
  name: users.displayName,
  erasedAt: users.erasedAt,
  lockedAt: users.lockedAt,
  earned: earnedMicros,
  taker: { name: takers.displayName, erasedAt: takers.erasedAt },
  waitingUntil: waitingUntil(now),
});

const fromPayouts = (deps: Reads) =>
  deps.db
    .select(adminColumns(deps.clock.now()))
    .from(payouts)
    .innerJoin(payoutDestinations, eq(payoutDestinations.id, payouts.destinationId))
    .innerJoin(users, eq(users.id, payouts.userId))
    .leftJoin(takers, eq(takers.id, payouts.takenBy))
    .$dynamic();

const isOpen = ({ state }: { state: PayoutState }): boolean =>
  (OPEN_STATES as readonly string[]).includes(state);

type AdminRow = Awaited<ReturnType<typeof fromPayouts>>[number];

const presentToAdministrators = (deps: Reads, row: AdminRow): AdminPayoutView => ({
  ...present(row),
  version: row.payout.state,
  user: { id: row.payout.userId, display_name: row.erasedAt === null ? row.name : null },
  held: holdOf({ state: row.payout.state, isLocked: row.lockedAt !== null, earnedMicros: row.earned }),
  holder: openAccount(deps, row.payout.destinationId, row.sealed)?.holder ?? null,
  new_destination_at: row.waitingUntil?.toISOString() ?? null,
  balance: dollars(Math.floor(row.earned / CENT_MICROS)),
  taken_at: row.payout.takenAt?.toISOString() ?? null,
  taken_by:
    row.payout.takenBy === null
      ? null
      : {
          id: row.payout.takenBy,
          display_name: row.taker?.erasedAt === null ? row.taker.name : null,
        },
  days_left: daysLeft(row.payout.dueAt, deps.clock.now()),
});

/** Open payouts by due date, others by the latest decision. */
export async function listPayouts(
  deps: Reads,
  { state, page, perPage }: { state: PayoutState; page: number; perPage: number },
): Promise<{ payouts: AdminPayoutView[]; total: number; counts: Record<PayoutState, number> }> {
  const rows = await fromPayouts(deps)
    .where(eq(payouts.state, state))
    .orderBy(
      ...(isOpen({ state })
        ? [asc(payouts.dueAt), asc(payouts.id)]
        : [desc(payouts.dueAt), desc(payouts.id)]),
    )
    .limit(perPage)
    .offset((page - 1) * perPage);
  const counts = await countPayouts(deps);
  return { payouts: rows.map((row) => presentToAdministrators(deps, row)), total: counts[state], counts };
}

async function countPayouts(deps: Reads): Promise<Record<PayoutState, number>> {
  const rows = await deps.db
    .select({ state: payouts.state, n: count() })
    .from(payouts)
    .groupBy(payouts.state);
  return Object.fromEntries(
    PAYOUT_STATES.map((state) => [state, rows.find((row) => row.state === state)?.n ?? 0]),
  ) as Record<PayoutState, number>;
}

/** Throws 404. */
export async function findPayout(deps: Reads, id: string): Promise<AdminPayoutView> {
  const [row] = await fromPayouts(deps).where(eq(payouts.id, id));
  if (row === undefined) throw notFound('not_found');
  return presentToAdministrators(deps, row);
}

export async function findFormOf(
  deps: Pick<Deps, 'db'>,
  payout: typeof payouts.$inferSelect,
): Promise<typeof taxForms.$inferSelect | null> {
  if (payout.formAskedAt === null || payout.formKind === null) return null;
  const [form] = await deps.db
    .select()
    .from(taxForms)
    .where(
      and(
        eq(taxForms.userId, payout.userId),
        eq(taxForms.kind, payout.formKind),
        isNull(taxForms.endedAt),
        gte(taxForms.createdAt, payout.formAskedAt),
      ),
    )
    .orderBy(desc(taxForms.createdAt))
    .limit(1);
  return form ?? null;
}
