/** Converts wall times to moments. The dialog and the server share this, so creators see what is stored. */
import { DAY_MS, MINUTE_MS } from './durations.ts';
import { kept } from './kept.ts';

/** A day and a time without a zone, `YYYY-MM-DDTHH:mm:ss`. */
export type WallTime = string;

export type Resolved = {
  instant: Date;
  /** `gap`: clocks skip that time, so it moves forward. `overlap`: clocks show it twice, the earlier is taken. */
  adjusted: 'gap' | 'overlap' | null;
  /** Wall time at the instant. Differs from the requested time only after a gap. */
  shown: WallTime;
};

/** MM/DD/YYYY as YYYY-MM-DD, or null for a day that does not exist. */
export function parseDate(text: string): string | null {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? [];
  if (year === undefined) return null;
  const date = `${year}-${month}-${day}`;
  const moment = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(date) ? date : null;
}

/** HH:mm or HH:mm:ss as HH:mm:ss. Null for an invalid time (I18-09…I18-13). */
export function parseTime(text: string): string | null {
  const [, hours, minutes, seconds = '00'] = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text) ?? [];
  return hours === undefined ? null : `${hours}:${minutes}:${seconds}`;
}

/**
 * The moment at which clocks in an IANA zone show that time. A time in a gap uses the offset before it (RFC 5545
 * §3.3.5). Throws a RangeError for a zone that Intl does not know.
 */
export function resolveWallTime(wallTime: WallTime, zone: string): Resolved {
  const clock = clockOf(zone);
  const asUtcMs = Date.parse(`${wallTime}Z`);
  // No zone changes its offset twice within two days, and none is further than a day away from UTC.
  const before = offsetAt(clock, asUtcMs - DAY_MS);
  const after = offsetAt(clock, asUtcMs + DAY_MS);
  const matches = [...new Set([before, after])]
    .map((offsetMs) => ({ instantMs: asUtcMs - offsetMs, offsetMs }))
    .filter(({ instantMs, offsetMs }) => offsetAt(clock, instantMs) === offsetMs)
    .sort((a, b) => a.instantMs - b.instantMs);
  const instant = new Date(matches[0]?.instantMs ?? asUtcMs - before);
  const adjusted = matches.length === 0 ? 'gap' : matches.length === 2 ? 'overlap' : null;
  return { instant, adjusted, shown: wallTimeAt(instant, zone) };
}

export function wallTimeAt(instant: Date, zone: string): WallTime {
  const ms = instant.getTime();
  return new Date(ms + offsetAt(clockOf(zone), ms)).toISOString().slice(0, 19);
}

/** Time to change one's mind, and for the job to reach the workers. */
const AHEAD_MIN_MS = 2 * MINUTE_MS;

/** From 2 minutes to 1 year ahead (decisions.md §5). */
export function aheadProblem(instant: Date, now: Date): 'too_soon' | 'too_far' | null {
  if (instant.getTime() < now.getTime() + AHEAD_MIN_MS) return 'too_soon';
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + 1);
  return instant > latest ? 'too_far' : null;
}

const clockOf = kept(
  (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    }),
);

function offsetAt(clock: Intl.DateTimeFormat, instantMs: number): number {
  const parts = new Map(clock.formatToParts(instantMs).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const shownMs = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  // Clocks show whole seconds.
  return shownMs - Math.floor(instantMs / 1000) * 1000;
}
