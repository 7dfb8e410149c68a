/** Months by name; a month is credited on the first day of the next. */
import type { Locale } from '../../../locales/index.ts';

export type MonthOfYear = { year: number; month: number };

/** "October 2026". */
export const monthName = (
  { year, month }: MonthOfYear,
  locale: Locale,
  { year: withYear = true }: { year?: boolean } = {},
): string =>
  new Intl.DateTimeFormat(locale, {
    month: 'long',
    ...(withYear ? { year: 'numeric' } : {}),
    timeZone: 'UTC',
  }).format(new Date(Date.UTC(year, month - 1)));

export const firstAfter = ({ year, month }: MonthOfYear): Date => new Date(Date.UTC(year, month));
