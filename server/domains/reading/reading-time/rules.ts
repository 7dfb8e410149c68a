/** Owns how much reported time is believed, and how long it is kept. The browser uses the same rules. */
import { addDays } from '../../../lib/days.ts';
import { HOUR_MS, MINUTE_MS } from '../../../lib/durations.ts';
import { addMonths, type Month } from '../../../lib/months.ts';

/** A reader who has not turned, scrolled or tapped for so long is away (decisions.md §6). */
export const ALIVE_MS = 3 * MINUTE_MS;
/** Limit of one report, however long ago the last one was. */
export const REPORT_MAX_SECONDS = 600;
export const DAY_MAX_SECONDS = (24 * HOUR_MS) / 1000;
/** Calendar months, including the current one. */
export const KEPT_MONTHS = 13;
/** Stories named per day. The others are counted together. */
export const DAY_STORIES_MAX_COUNT = 6;
export const EXPORT_MAX_COUNT = 10_000;

export type Counted = { countedUntil: Date | null; day: string | null; daySeconds: number };

/** Two devices that read at once share the time that the clock has shown. `day` is the reader's own. */
export function believe(
  { countedUntil, ...before }: Counted,
  { seconds, now, day }: { seconds: number; now: Date; day: string },
): { seconds: number; after: Counted } {
  // The first report of a reader counts at most one sign of life.
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

export const firstMonthKept = (month: Month): Month => addMonths(month, -(KEPT_MONTHS - 1));

/** The first stored day. Somewhere on earth it is still the day before. */
export const firstDayKept = (utcToday: string): string =>
  `${firstMonthKept(addDays(utcToday, -1).slice(0, 7))}-01`;

/** Revenue of the creator from this reader, as their part of the story's impressions in the month. In micro-dollars. */
export const adShareMicros = (
  ads: number,
  { shareMicros, impressions }: { shareMicros: number; impressions: number },
): number => (impressions > 0 ? Math.max(0, Math.round((ads * shareMicros) / impressions)) : 0);
