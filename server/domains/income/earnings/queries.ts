/** Reads what the viewer's own stories earn. Nobody sees the earnings of others. */
import { and, asc, count, desc, eq, gte, isNotNull, isNull, max, min, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Static } from 'typebox';
import {
  erasedStories,
  payouts,
  revenueCredits,
  revenueImports,
  revenueLines,
  stories,
  storyDays,
} from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../lib/errors.ts';
import { addMonths, listMonths, type Month, monthOf } from '../../../lib/months.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { findBalance } from '../../coins/wallet/queries.ts';
import { findBalances } from '../ledger/queries.ts';
import type { Earnings } from './contract.ts';
import {
  type Booking,
  centsOf,
  dollars,
  PAYOUT_THRESHOLD_CENTS,
  PAYOUTS_MAX_COUNT,
  type RevenueRow,
  revenueRows,
  type StoryMonth,
  storyRows,
} from './rules.ts';

export type EarningsView = Static<typeof Earnings>;

/** Twenty years. The sums include older months. */
const MONTHS_MAX_COUNT = 240;
/** How far back impressions are counted for months that nobody has paid for yet. */
const COUNTED_MONTHS = 24;

type Of = { storyId?: string | undefined };

/** One row per month since the first publication, newest first. Empty before the first publication. */
export async function listRevenue(deps: Deps, viewer: Viewer, { storyId }: Of = {}): Promise<RevenueRow[]> {
  const own = ownStories(deps, viewer, storyId);
  const lines = storyId === undefined ? [] : await listStoryMonths(deps, viewer, storyId);
  const credits = storyId === undefined ? await listCredits(deps, viewer) : [];
  const [begun] = await deps.db
    .select({ first: sql<Date | null>`min(${own.first})`.mapWith(stories.firstPublishedAt), count: count() })
    .from(own);
  if (storyId !== undefined && begun?.count === 0 && lines.length === 0) throw notFound('not_found');
  const booked = [...lines, ...credits].map(({ month }) => month);
  const first = [...booked, ...(begun?.first ? [monthOf(begun.first)] : [])].sort()[0];
  if (first === undefined) return [];
  const months = listMonths(first, monthOf(deps.clock.now())).slice(-MONTHS_MAX_COUNT);
  const counted = await countImpressions(deps, viewer, storyId);
  if (storyId !== undefined) return storyRows(months, { impressions: counted, lines });
  const impressions = new Map([
    ...counted,
    ...credits.map((each) => [each.month, each.impressions] as const),
  ]);
  const creditedAt = new Map(credits.map((credit) => [credit.month, credit.creditedAt]));
  const bookings = [...credits, ...(await listPaidMonths(deps, viewer))];
  return revenueRows(months, { impressions, bookings, creditedAt });
}

/** Includes erased stories, which have earned too. */
function ownStories({ db }: Deps, { id }: Viewer, storyId?: string) {
  const known = eq(stories.ownerId, id);
  const gone = eq(erasedStories.ownerId, id);
  return unionAll(
    db
      .select({ id: stories.id, first: stories.firstPublishedAt })
      .from(stories)
      .where(storyId === undefined ? known : and(known, eq(stories.id, storyId))),
    db
      .select({ id: erasedStories.storyId, first: erasedStories.firstPublishedAt })
      .from(erasedStories)
      .where(storyId === undefined ? gone : and(gone, eq(erasedStories.storyId, storyId))),
  ).as('own');
}

type CreditedMonth = Booking & { impressions: number; creditedAt: Date };

/** Credits stay with their recipient, whoever owns the story now. */
async function listCredits({ db }: Deps, { id }: Viewer): Promise<CreditedMonth[]> {
  const rows = await db
    .select({
      month: revenueCredits.period,
      micros: sql`sum(${revenueCredits.creditMicros})`.mapWith(Number),
      impressions: sql`sum(${revenueCredits.impressions})`.mapWith(Number),
      creditedAt: sql`min(${revenueCredits.createdAt})`.mapWith(revenueCredits.createdAt),
    })
    .from(revenueCredits)
    .where(eq(revenueCredits.userId, id))
    .groupBy(revenueCredits.period);
  return rows.map(({ micros, ...row }) => ({ ...row, earnedCents: centsOf(micros), transferredCents: 0 }));
}

async function listPaidMonths({ db }: Deps, { id }: Viewer): Promise<Booking[]> {
  const month = sql<Month>`to_char(${payouts.closedAt} at time zone 'UTC', 'YYYY-MM')`;
  const rows = await db
    .select({ month, cents: sql`sum(${payouts.cents})`.mapWith(Number) })
    .from(payouts)
    .where(and(eq(payouts.userId, id), eq(payouts.state, 'paid')))
    .groupBy(month);
  return rows.map(({ month, cents }) => ({ month, earnedCents: 0, transferredCents: cents }));
}

async function listStoryMonths({ db }: Deps, { id }: Viewer, storyId: string): Promise<StoryMonth[]> {
  // Summed first, so that no line of another story is read on the way.
  const sums = db
    .select({
      importId: revenueLines.importId,
      shareMicros: sql<string>`sum(${revenueLines.shareMicros})`.as('share'),
      impressions: sql<string>`sum(${revenueLines.impressions})`.as('shown'),
    })
    .from(revenueLines)
    .where(and(eq(revenueLines.storyId, storyId), eq(revenueLines.ownerId, id)))
    .groupBy(revenueLines.importId)
    .as('sums');
  const rows = await db
    .select({
      month: revenueImports.period,
      shareMicros: sql`sum(${sums.shareMicros})`.mapWith(Number),
      impressions: sql`sum(${sums.impressions})`.mapWith(Number),
      creditedAt: min(revenueImports.creditedAt),
    })
    .from(sums)
    .innerJoin(revenueImports, eq(revenueImports.id, sums.importId))
    .where(eq(revenueImports.state, 'credited'))
    .groupBy(revenueImports.period);
  return rows.flatMap(({ month, creditedAt, ...row }) =>
    month === null || creditedAt === null ? [] : [{ ...row, month, creditedAt }],
  );
}

/** The last month that was credited for everybody. Earlier months without earnings will not earn any more. */
export async function findSettled({ db }: Pick<Deps, 'db'>): Promise<Month | null> {
  const [settled] = await db
    .select({ month: max(revenueImports.period) })
    .from(revenueImports)
    .where(and(eq(revenueImports.state, 'credited'), eq(revenueImports.kind, 'month')));
  return settled?.month ?? null;
}

/** Counts impressions of months not yet paid for. Paid months state their own. */
async function countImpressions(deps: Deps, viewer: Viewer, storyId?: string): Promise<Map<Month, number>> {
  const own = ownStories(deps, viewer, storyId);
  const settled = await findSettled(deps);
  const oldest = addMonths(monthOf(deps.clock.now()), -COUNTED_MONTHS);
  const after = settled !== null && settled > oldest ? addMonths(settled, 1) : oldest;
  const month = sql<Month>`to_char(${storyDays.day}, 'YYYY-MM')`;
  const rows = await deps.db
    .select({ month, impressions: sql<number>`sum(${storyDays.impressions})`.mapWith(Number) })
    .from(storyDays)
    .innerJoin(own, eq(own.id, storyDays.storyId))
    .where(gte(storyDays.day, `${after}-01`))
    .groupBy(month);
  return new Map(rows.map((row) => [row.month, row.impressions]));
}

/** Earnings that were not transferred wait for the next payout. They never lapse. */
export async function findEarnings(deps: Deps, viewer: Viewer): Promise<EarningsView> {
  const { db } = deps;
  const isPaid = and(eq(payouts.userId, viewer.id), eq(payouts.state, 'paid'));
  const [balances, [credited], [paid], newest, coins] = await Promise.all([
    findBalances(deps, viewer.id),
    db
      .select({ micros: sql`coalesce(sum(${revenueCredits.creditMicros}), 0)`.mapWith(Number) })
      .from(revenueCredits)
      .where(eq(revenueCredits.userId, viewer.id)),
    db
      .select({ cents: sql`coalesce(sum(${payouts.cents}), 0)`.mapWith(Number) })
      .from(payouts)
      .where(isPaid),
    db
      .select()
      .from(payouts)
      .where(eq(payouts.userId, viewer.id))
      .orderBy(desc(payouts.requestedAt), desc(payouts.id))
      .limit(PAYOUTS_MAX_COUNT),
    findBalance(deps, viewer),
  ]);
  return {
    balance: dollars(centsOf(balances.earned)),
    requested: dollars(centsOf(balances.asked)),
    cumulated: dollars(centsOf(credited?.micros ?? 0)),
    transferred: dollars(paid?.cents ?? 0),
    payout_threshold: dollars(PAYOUT_THRESHOLD_CENTS),
    wallet_coins: coins,
    payouts: newest.map((payout) => ({
      id: payout.id,
      amount: dollars(payout.cents),
      state: payout.state,
      requested_at: payout.requestedAt.toISOString(),
      due_at: payout.dueAt.toISOString(),
      paid_at: payout.state === 'paid' ? (payout.closedAt?.toISOString() ?? null) : null,
    })),
  };
}

/** Nobody looks through a longer menu. */
const TITLES_MAX_COUNT = 1000;

export const listOwnTitles = ({ db }: Deps, { id }: Viewer): Promise<{ id: string; title: string }[]> =>
  db
    .select({ id: stories.id, title: stories.title })
    .from(stories)
    .where(and(eq(stories.ownerId, id), isNull(stories.deletedAt), isNotNull(stories.firstPublishedAt)))
    .orderBy(asc(stories.title), asc(stories.id))
    .limit(TITLES_MAX_COUNT);
