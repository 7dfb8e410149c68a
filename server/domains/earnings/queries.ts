/** Reads of what somebody's own stories earn. Nobody is told of anybody else's. */
import { eq, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Static } from 'typebox';
import { erasedStories, stories, storyDays } from '../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { Viewer } from '../../lib/viewer.ts';
import { findBalance } from '../wallet/queries.ts';
import type { Earnings } from './contract.ts';
import {
  type Booking,
  dollars,
  earningsSums,
  listMonths,
  type Month,
  monthOf,
  PAYOUT_THRESHOLD_CENTS,
  type RevenueRow,
  revenueRows,
} from './rules.ts';

export type EarningsView = Static<typeof Earnings>;

/** Twenty years; the older months are in the sums. */
const MONTHS_MAX_COUNT = 240;

/** Nothing is booked before the revenue of a month has come in (REV-18): until then every month has earned nothing. */
const BOOKINGS: readonly Booking[] = [];

/** One row a month since the first publication, the newest first; none before it. Two queries. */
export async function listRevenue(deps: Deps, viewer: Viewer): Promise<RevenueRow[]> {
  const own = ownStories(deps, viewer);
  const [begun] = await deps.db
    .select({ first: sql<Date | null>`min(${own.first})`.mapWith(stories.firstPublishedAt) })
    .from(own);
  if (!begun?.first) return [];
  const months = listMonths(monthOf(begun.first), monthOf(deps.clock.now())).slice(-MONTHS_MAX_COUNT);
  const impressions = await countImpressions(deps, viewer);
  return revenueRows(months, { impressions, bookings: BOOKINGS });
}

/** Those that are erased have earned too. */
const ownStories = (deps: Deps, { id }: Viewer) =>
  unionAll(
    deps.db
      .select({ id: stories.id, first: stories.firstPublishedAt })
      .from(stories)
      .where(eq(stories.ownerId, id)),
    deps.db
      .select({ id: erasedStories.storyId, first: erasedStories.firstPublishedAt })
      .from(erasedStories)
      .where(eq(erasedStories.ownerId, id)),
  ).as('own');

async function countImpressions(deps: Deps, viewer: Viewer): Promise<Map<Month, number>> {
  const own = ownStories(deps, viewer);
  const month = sql<Month>`to_char(${storyDays.day}, 'YYYY-MM')`;
  const rows = await deps.db
    .select({ month, impressions: sql<number>`sum(${storyDays.impressions})`.mapWith(Number) })
    .from(storyDays)
    .innerJoin(own, eq(own.id, storyDays.storyId))
    .groupBy(month);
  return new Map(rows.map((row) => [row.month, row.impressions]));
}

/** The same bookings summed up; nobody has paid anything out before something is booked. */
export const findEarnings = async (deps: Deps, viewer: Viewer): Promise<EarningsView> => ({
  ...earningsSums(BOOKINGS),
  payout_threshold: dollars(PAYOUT_THRESHOLD_CENTS),
  wallet_coins: await findBalance(deps, viewer),
  payouts: [],
});
