/** A month of the calendar in somebody's time zone: its days, its bounds, and what falls on which day. */
import { addMonths } from '../../../server/lib/months.ts';
import { resolveWallTime, wallTimeAt } from '../../../server/lib/wall-time.ts';

/** `2026-11`; the year has four digits and is one that episodes can be of. */
const MONTH = /^20\d\d-(?:0[1-9]|1[0-2])$/;

export const dayIn = (moment: Date, zone: string): string => wallTimeAt(moment, zone).slice(0, 10);

/** The month asked for, else the present one. */
export const readMonth = (wished: string | null, now: Date, zone: string): string =>
  wished !== null && MONTH.test(wished) ? wished : dayIn(now, zone).slice(0, 7);

/** The month so many months later or earlier; null where the calendar ends. */
export function monthBeside(month: string, by: number): string | null {
  const beside = addMonths(month, by);
  return MONTH.test(beside) ? beside : null;
}

/** From its first midnight there to that of the next month, which is not included. */
export function boundsOf(month: string, zone: string): { from: Date; to: Date } {
  const start = (of: string) => resolveWallTime(`${of}-01T00:00:00`, zone).instant;
  return { from: start(month), to: start(addMonths(month, 1)) };
}

/** 1 for Monday … 7 for Sunday. */
export const weekdayOf = (day: string): number => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;

/** Entries by the day on which clocks there show them. */
export function byDay<Entry extends { at: string }>(
  entries: readonly Entry[],
  zone: string,
): ReadonlyMap<string, Entry[]> {
  return Map.groupBy(entries, ({ at }) => dayIn(new Date(at), zone));
}
