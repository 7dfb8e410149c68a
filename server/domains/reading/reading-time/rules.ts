/** Owns how much of what a browser tells is believed, and how long it is kept. The readers' island asks the same rules. */
import { addDays } from '../../../lib/days.ts';
import { HOUR_MS, MINUTE_MS } from '../../../lib/durations.ts';
import { addMonths, type Month } from '../../../lib/months.ts';

/** Who has neither turned, scrolled nor tapped for so long is somewhere else (decisions.md §6). */
export const ALIVE_MS = 3 * MINUTE_MS;
/** So much is believed of one report, however long the last one is ago. */
export const REPORT_MAX_SECONDS = 600;
export const DAY_MAX_SECONDS = (24 * HOUR_MS) / 1000;
/** Of the calendar, with the one that has begun. */
export const KEPT_MONTHS = 13;
/** Stories that a day names; the others are counted together. */
export const DAY_STORIES_MAX_COUNT = 6;
/** In a file. */
export const EXPORT_MAX_COUNT = 10_000;

export type Counted = { countedUntil: Date | null; day: string | null; daySeconds: number };

/**
 * Nothing is counted twice, and nothing that the clock has not shown: two devices that read at once share the time between
 * them. `day` is the reader's own.
 */
export function believe(
  { countedUntil, ...before }: Counted,
  { seconds, now, day }: { seconds: number; now: Date; day: string },
): { seconds: number; after: Counted } {
  // Of somebody who was never heard of, no more than one sign of life tells.
  const longest = countedUntil === null ? ALIVE_MS : REPORT_MAX_SECONDS * 1000;
  const fromMs = Math.max(countedUntil?.getTime() ?? 0, now.getTime() - longest);
  const daySeconds = before.day === day ? before.daySeconds : 0;
  const possible = Math.floor(Math.max(0, now.getTime() - fromMs) / 1000);
  const believed = Math.max(0, Math.min(Math.floor(seconds), possible, DAY_MAX_SECONDS - daySeconds));
  return {
    seconds: believed,
    after: { countedUntil: new Date(fromMs + believed * 1000), day, daySeconds: daySeconds + believed },
  };
}

/** The first month that is kept, seen from this one. */
export const firstMonthKept = (month: Month): Month => addMonths(month, -(KEPT_MONTHS - 1));

/** The first day that is kept; somewhere on earth it is still the day before. */
export const firstDayKept = (utcToday: string): string =>
  `${firstMonthKept(addDays(utcToday, -1).slice(0, 7))}-01`;

/** What advertisements brought the creator: of the story's month as many parts as the reader saw of them; micro-dollars. */
export const adShareMicros = (
  ads: number,
  { shareMicros, impressions }: { shareMicros: number; impressions: number },
): number => (impressions > 0 ? Math.max(0, Math.round((ads * shareMicros) / impressions)) : 0);
