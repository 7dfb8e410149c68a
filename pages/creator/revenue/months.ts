/** A month is credited on the first day of the next. */
import { addMonths, type Month } from '../../../server/lib/months.ts';

export type MonthOfYear = { year: number; month: number };

export const firstAfter = (month: Month): Date => new Date(`${addMonths(month, 1)}-01T00:00:00Z`);

export const periodOf = ({ year, month }: MonthOfYear): Month => `${year}-${String(month).padStart(2, '0')}`;
