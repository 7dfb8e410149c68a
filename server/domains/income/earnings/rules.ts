/** Owns monthly and total earnings. Amounts are whole cents, and are sent as decimal strings of dollars. */
import type { Month } from '../../../lib/months.ts';
import { type FounderTerm, isFounderOn } from '../../accounts/accounts/rules.ts';
import { CENT_MICROS } from '../ledger/rules.ts';
import { FOUNDER_BASIS_POINTS, USUAL_BASIS_POINTS } from '../revenue/rules.ts';

/** REV-03, REV-04: share of the net revenue of advertisements, in hundredths of a percent. */
export const shareOf = ({ founder }: { founder: boolean }): number =>
  founder ? FOUNDER_BASIS_POINTS : USUAL_BASIS_POINTS;

/** The last day of the period decides the share, whatever the account is now. */
export const shareOn = (terms: readonly FounderTerm[], lastDay: string): number =>
  shareOf({ founder: isFounderOn(terms, lastDay) });

/** REV-15: smallest balance that can be paid out. */
export const PAYOUT_THRESHOLD_CENTS = 100_00;
/** REV-16 */
export const PAYOUT_MAX_DAYS = 30;

/** Number of payouts shown with the balance. There are at most a dozen a year. */
export const PAYOUTS_MAX_COUNT = 24;

export type Booking = { month: Month; earnedCents: number; transferredCents: number };

export type RevenueRow = {
  year: number;
  month: number;
  ad_impressions: number;
  earnings: string;
  cumulated_earnings: string;
  /** Null for a single story, because payouts cover everything together. */
  transferred_earnings: string | null;
  credited_at: string | null;
};

export type MonthFacts = {
  impressions: ReadonlyMap<Month, number>;
  bookings: readonly Booking[];
  creditedAt?: ReadonlyMap<Month, Date>;
};

/** One row per month, newest first. The cumulated earnings are the running total of the monthly ones (REV-23). */
export function revenueRows(
  months: readonly Month[],
  { impressions, bookings, creditedAt }: MonthFacts,
): RevenueRow[] {
  const [first = ''] = months;
  let cumulatedCents = sum(
    bookings.filter(({ month }) => month < first).map(({ earnedCents }) => earnedCents),
  );
  const rows = months.map((key): RevenueRow => {
    const own = bookings.filter((booking) => booking.month === key);
    const earnedCents = sum(own.map((booking) => booking.earnedCents));
    cumulatedCents += earnedCents;
    return {
      ...numbersOf(key),
      ad_impressions: impressions.get(key) ?? 0,
      earnings: dollars(earnedCents),
      cumulated_earnings: dollars(cumulatedCents),
      transferred_earnings: dollars(sum(own.map((booking) => booking.transferredCents))),
      credited_at: creditedAt?.get(key)?.toISOString() ?? null,
    };
  });
  return rows.reverse();
}

/** Monthly earnings from a story's lines. Fractions of a cent become whole cents only over all stories. */
export type StoryMonth = { month: Month; shareMicros: number; impressions: number; creditedAt: Date };

/** The same rows for one story, to the micro-dollar. */
export function storyRows(
  months: readonly Month[],
  { impressions, lines }: { impressions: ReadonlyMap<Month, number>; lines: readonly StoryMonth[] },
): RevenueRow[] {
  const [first = ''] = months;
  let cumulated = sum(lines.filter(({ month }) => month < first).map(({ shareMicros }) => shareMicros));
  const byMonth = new Map(lines.map((line) => [line.month, line]));
  const rows = months.map((key): RevenueRow => {
    const line = byMonth.get(key);
    cumulated += line?.shareMicros ?? 0;
    return {
      ...numbersOf(key),
      ad_impressions: line?.impressions ?? impressions.get(key) ?? 0,
      earnings: exactDollars(line?.shareMicros ?? 0),
      cumulated_earnings: exactDollars(cumulated),
      transferred_earnings: null,
      credited_at: line?.creditedAt.toISOString() ?? null,
    };
  });
  return rows.reverse();
}

function numbersOf(key: Month): { year: number; month: number } {
  const [year = 0, month = 0] = key.split('-').map(Number);
  return { year, month };
}

export const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** 12345 is "123.45". */
export function dollars(cents: number): string {
  const whole = Math.abs(cents);
  return `${cents < 0 ? '-' : ''}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`;
}

/** `micros` are whole cents. */
export const centsOf = (micros: number): number => micros / CENT_MICROS;

/** 57309678 is "57.309678". */
export function exactDollars(micros: number): string {
  const whole = Math.abs(micros);
  return `${micros < 0 ? '-' : ''}${Math.floor(whole / 1e6)}.${String(whole % 1e6).padStart(6, '0')}`;
}
