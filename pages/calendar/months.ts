/** Which months the public calendar has, and where each stands. */
import { type Address, address } from '../addresses.ts';
import { monthBeside } from '../creator/schedule/month.ts';

/** A release is planned at most a year ahead (decisions.md §5), and as far one looks back. */
const BESIDE_MAX_COUNT = 12;

/** `2026-11`, from the first to the last one. */
export const shownMonths = (present: string): string[] =>
  Array.from({ length: 2 * BESIDE_MAX_COUNT + 1 }, (_, at) =>
    monthBeside(present, at - BESIDE_MAX_COUNT),
  ).filter((month) => month !== null);

/** With `day` at that day. */
export const calendarAddress = (month: string, present: string, day?: string): Address =>
  address('/calendar', {}, { query: { month: month === present ? null : month }, hash: day });
