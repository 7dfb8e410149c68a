/** Reads of what somebody's own stories earn. Nobody is told of anybody else's. */
import { and, eq, isNotNull, min, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import { stories, storyDays } from '../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { Viewer } from '../../lib/viewer.ts';
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
const MONTHS_MOST = 240;

/** Nothing is booked before the revenue of a month has come in (REV-18): until then every month has earned nothing. */
const BOOKINGS: readonly Booking[] = [];

/** One row a month since the first publication, the newest first; none before it. Two queries. */
export async function listRevenue(deps: Deps, viewer: Viewer): Promise<RevenueRow[]> {
  const [own] = await deps.db
    .select({ first: min(stories.firstPublishedAt) })
    .from(stories)
    .where(and(eq(stories.ownerId, viewer.id), isNotNull(stories.firstPublishedAt)));
  if (!own?.first) return [];
  const months = listMonths(monthOf(own.first), monthOf(deps.clock.now())).slice(-MONTHS_MOST);
  const impressions = await countImpressions(deps, viewer);
  return revenueRows(months, { impressions, bookings: BOOKINGS });
}

async function countImpressions(deps: Deps, viewer: Viewer): Promise<Map<Month, number>> {
  const month = sql<Month>`to_char(${storyDays.day}, 'YYYY-MM')`;
  const rows = await deps.db
    .select({ month, impressions: sql<number>`sum(${storyDays.impressions})`.mapWith(Number) })
    .from(storyDays)
    .innerJoin(stories, eq(stories.id, storyDays.storyId))
    .where(eq(stories.ownerId, viewer.id))
    .groupBy(month);
  return new Map(rows.map((row) => [row.month, row.impressions]));
}

/** The same bookings summed up; nobody has paid anything out or bought a coin before something is booked. */
export const findEarnings = (): EarningsView => ({
  ...earningsSums(BOOKINGS),
  payout_threshold: dollars(PAYOUT_THRESHOLD_CENTS),
  wallet_coins: 0,
  payouts: [],
});
