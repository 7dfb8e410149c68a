import type { Locale } from '#server/lib/locale.ts';
import { monthName } from '../../creator/revenue/months.ts';

/** `2026-10` as "October 2026". */
export function monthOfPeriod(period: string, locale: Locale): string {
  const [year = 0, month = 1] = period.split('-').map(Number);
  return monthName({ year, month }, locale);
}
