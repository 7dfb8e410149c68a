/** Months of the calendar as `2026-11`, in UTC. */
import { addDays, listDays } from './days.ts';

/** `2026-11` */
export type Month = string;

const MONTH = /^[1-9]\d{3}-(0[1-9]|1[0-2])$/;
export const isMonth = (text: string): boolean => MONTH.test(text);

/** The month of a moment. */
export const monthOf = (moment: Date): Month => moment.toISOString().slice(0, 7);

/** The month that is `count` months later, or earlier when `count` is negative. */
export function addMonths(month: Month, count: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const at = year * 12 + number - 1 + count;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
}

/** Every month from `first` to `last`, both included. Empty when `first` is later. */
export function listMonths(first: Month, last: Month): Month[] {
  const months: Month[] = [];
  for (let at = first; at <= last; at = addMonths(at, 1)) months.push(at);
  return months;
}

/** The last day of a month, as `2026-11-30`. */
export const lastDayOf = (month: Month): string => addDays(`${addMonths(month, 1)}-01`, -1);

/** Every day of a month. */
export const daysOf = (month: Month): string[] => listDays(`${month}-01`, lastDayOf(month));

/** "October 2026" of `2026-10`, "October" without its year, "Oct" when short. Empty for what is no month. */
export function monthName(
  month: Month,
  locale: string,
  { year: withYear = true, short = false }: { year?: boolean; short?: boolean } = {},
): string {
  if (!isMonth(month)) return '';
  return new Intl.DateTimeFormat(locale, {
    month: short ? 'short' : 'long',
    ...(withYear && !short ? { year: 'numeric' } : {}),
    timeZone: 'UTC',
  }).format(Date.parse(`${month}-01`));
}
