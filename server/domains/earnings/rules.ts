/** Owns what a month earned and what it all comes to. Amounts are whole cents; they leave as decimal strings of dollars. */
import { type FounderTerm, isFounderOn } from '../accounts/rules.ts';

/** REV-03, REV-04: of the net revenue of advertisements, in hundredths of a percent. */
export const shareOf = ({ founder }: { founder: boolean }): number => (founder ? 7500 : 7000);

/** The share of a period follows from its last day, whatever the account is now. */
export const shareOn = (terms: readonly FounderTerm[], lastDay: string): number =>
  shareOf({ founder: isFounderOn(terms, lastDay) });

/** REV-15: from so much on a payout can be asked for. */
export const PAYOUT_THRESHOLD_CENTS = 100_00;
/** REV-16 */
export const PAYOUT_MAX_DAYS = 30;

/** `2026-11`, in UTC. */
export type Month = string;

/** What was credited and paid out in a month. */
export type Booking = { month: Month; earnedCents: number; transferredCents: number };

export type RevenueRow = {
  year: number;
  month: number;
  ad_impressions: number;
  earnings: string;
  cumulated_earnings: string;
  transferred_earnings: string;
};

export const monthOf = (moment: Date): Month => moment.toISOString().slice(0, 7);

/** Every month from the first to the last, both included; none when the first is later. */
export function listMonths(first: Month, last: Month): Month[] {
  const months: Month[] = [];
  for (let at = numberOf(first); at <= numberOf(last); at += 1) {
    const month = (at % 12) + 1;
    months.push(`${Math.floor(at / 12)}-${String(month).padStart(2, '0')}`);
  }
  return months;
}

function numberOf(month: Month): number {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return year * 12 + number - 1;
}

/** One row a month, the newest first; REV-23: the cumulated earnings are the running total of the monthly ones. */
export function revenueRows(
  months: readonly Month[],
  { impressions, bookings }: { impressions: ReadonlyMap<Month, number>; bookings: readonly Booking[] },
): RevenueRow[] {
  let cumulatedCents = 0;
  const rows = months.map((key): RevenueRow => {
    const [year = 0, month = 0] = key.split('-').map(Number);
    const own = bookings.filter((booking) => booking.month === key);
    const earnedCents = sum(own.map((booking) => booking.earnedCents));
    cumulatedCents += earnedCents;
    return {
      year,
      month,
      ad_impressions: impressions.get(key) ?? 0,
      earnings: dollars(earnedCents),
      cumulated_earnings: dollars(cumulatedCents),
      transferred_earnings: dollars(sum(own.map((booking) => booking.transferredCents))),
    };
  });
  return rows.reverse();
}

export type EarningsSums = { balance: string; cumulated: string; transferred: string };

/** What is earned and not yet transferred waits for the next payout: nothing lapses with a month. */
export function earningsSums(bookings: readonly Booking[]): EarningsSums {
  const earned = sum(bookings.map(({ earnedCents }) => earnedCents));
  const transferred = sum(bookings.map(({ transferredCents }) => transferredCents));
  return {
    balance: dollars(earned - transferred),
    cumulated: dollars(earned),
    transferred: dollars(transferred),
  };
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** 12345 is "123.45". */
export function dollars(cents: number): string {
  const whole = Math.abs(cents);
  return `${cents < 0 ? '-' : ''}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`;
}
