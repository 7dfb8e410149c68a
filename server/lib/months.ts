import { addDays, listDays } from './days.ts';

export type Month = string;

const MONTH = /^[1-9]\d{3}-(0[1-9]|1[0-2])$/;
export const isMonth = (text: string): boolean => MONTH.test(text);

export const monthOf = (moment: Date): Month => moment.toISOString().slice(0, 7);

export function addMonths(month: Month, count: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const at = year * 12 + number - 1 + count;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
}

/** Both ends included. Empty when `first` is later. */
export function listMonths(first: Month, last: Month): Month[] {
  const months: Month[] = [];
  for (let at = first; at <= last; at = addMonths(at, 1)) months.push(at);
  return months;
}

export const lastDayOf = (month: Month): string => addDays(`${addMonths(month, 1)}-01`, -1);

export const daysOf = (month: Month): string[] => listDays(`${month}-01`, lastDayOf(month));

/** "October 2026", "October" without year, "Oct" when short. Empty for an invalid month. */
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
