import { type Address, address } from '../addresses.ts';
import { monthBeside } from '../creator/schedule/month.ts';

/** Releases are planned at most a year ahead (decisions.md §5). The calendar goes back as far. */
const BESIDE_MAX_COUNT = 12;

/** `2026-11`, oldest first. */
export const shownMonths = (present: string): string[] =>
  Array.from({ length: 2 * BESIDE_MAX_COUNT + 1 }, (_, at) =>
    monthBeside(present, at - BESIDE_MAX_COUNT),
  ).filter((month) => month !== null);

export const calendarAddress = (month: string, present: string, day?: string): Address =>
  address('/calendar', {}, { query: { month: month === present ? null : month }, hash: day });
