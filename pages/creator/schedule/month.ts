/** A month of the calendar in somebody's time zone: its days, its bounds, and what falls on which day. */
import { resolveWallTime, wallTimeAt } from '../../../server/lib/wall-time.ts';

/** `2026-11`; the year has four digits and is one that episodes can be of. */
const MONTH = /^20\d\d-(?:0[1-9]|1[0-2])$/;

export const dayIn = (moment: Date, zone: string): string => wallTimeAt(moment, zone).slice(0, 10);

/** The month asked for, else the present one. */
export const readMonth = (wished: string | null, now: Date, zone: string): string =>
  wished !== null && MONTH.test(wished) ? wished : dayIn(now, zone).slice(0, 7);

/** The month so many months later or earlier; null where the calendar ends. */
export function monthBeside(month: string, by: number): string | null {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const beside = new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
  return MONTH.test(beside) ? beside : null;
}

/** From its first midnight there to that of the next month, which is not included. */
export function boundsOf(month: string, zone: string): { from: Date; to: Date } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const next = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
  const start = (of: string) => resolveWallTime(`${of}-01T00:00:00`, zone).instant;
  return { from: start(month), to: start(next) };
}

/** Every day of the month. */
export function daysOf(month: string): string[] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from({ length: count }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`);
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
