/** Months by name; a month is credited on the first day of the next. */
import type { Locale } from '../../../locales/index.ts';

export type MonthOfYear = { year: number; month: number };

/** "October 2026"; "October" without its year; "Oct". */
export const monthName = (
  { year, month }: MonthOfYear,
  locale: Locale,
  { year: withYear = true, short = false }: { year?: boolean; short?: boolean } = {},
): string =>
  new Intl.DateTimeFormat(locale, {
    month: short ? 'short' : 'long',
    ...(withYear && !short ? { year: 'numeric' } : {}),
    timeZone: 'UTC',
  }).format(new Date(Date.UTC(year, month - 1)));

export const firstAfter = ({ year, month }: MonthOfYear): Date => new Date(Date.UTC(year, month));

/** `2026-10`. */
export const periodOf = ({ year, month }: MonthOfYear): string => `${year}-${String(month).padStart(2, '0')}`;

export function monthOfPeriod(period: string): MonthOfYear {
  const [year = 0, month = 1] = period.split('-').map(Number);
  return { year, month };
}
