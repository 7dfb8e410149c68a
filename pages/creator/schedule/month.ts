import { addMonths } from '../../../server/lib/months.ts';
import { resolveWallTime, wallTimeAt } from '../../../server/lib/wall-time.ts';

/** `2026-11`. Only years that episodes can have. */
const MONTH = /^20\d\d-(?:0[1-9]|1[0-2])$/;

export const dayIn = (moment: Date, zone: string): string => wallTimeAt(moment, zone).slice(0, 10);

export const readMonth = (wished: string | null, now: Date, zone: string): string =>
  wished !== null && MONTH.test(wished) ? wished : dayIn(now, zone).slice(0, 7);

/** The month `by` months away. Null beyond the end of the calendar. */
export function monthBeside(month: string, by: number): string | null {
  const beside = addMonths(month, by);
  return MONTH.test(beside) ? beside : null;
}

/** From the month's first midnight to the next month's, exclusive. */
export function boundsOf(month: string, zone: string): { from: Date; to: Date } {
  const start = (of: string) => resolveWallTime(`${of}-01T00:00:00`, zone).instant;
  return { from: start(month), to: start(addMonths(month, 1)) };
}

/** 1 for Monday … 7 for Sunday. */
export const weekdayOf = (day: string): number => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;

export function byDay<Entry extends { at: string }>(
  entries: readonly Entry[],
  zone: string,
): ReadonlyMap<string, Entry[]> {
  return Map.groupBy(entries, ({ at }) => dayIn(new Date(at), zone));
}
