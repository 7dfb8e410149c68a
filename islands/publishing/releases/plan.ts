/** Date, time and zone of the dialog, read by the server's rules. */

import { DAY_MS, MINUTE_MS } from '../../../server/lib/durations.ts';
import {
  aheadProblem,
  parseDate,
  parseTime,
  type Resolved,
  resolveWallTime,
  wallTimeAt,
} from '../../../server/lib/wall-time.ts';

export type Wish = { date: string; time: string; zone_name: string; is_announced: boolean };

export type Reading =
  | { state: 'incomplete' }
  | ({ state: 'refused'; problem: 'too_soon' | 'too_far' } & Resolved)
  | ({ state: 'fine' } & Resolved);

/** Reads the input at every key. If the browser does not know the zone, the server decides. */
export function readWish({ date, time, zone_name: zone }: Omit<Wish, 'is_announced'>, now: Date): Reading {
  const [day, timeOfDay] = [parseDate(date), parseTime(time)];
  if (day === null || timeOfDay === null || !isZone(zone)) return { state: 'incomplete' };
  const resolved = resolveWallTime(`${day}T${timeOfDay}`, zone);
  const problem = aheadProblem(resolved.instant, now);
  return problem === null ? { state: 'fine', ...resolved } : { state: 'refused', problem, ...resolved };
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    // RangeError: unknown zone (ECMA-402).
    return false;
  }
}

export function typedForm(wallTime: string): { date: string; time: string } {
  const [date = '', time = ''] = wallTime.split('T');
  const [year, month, day] = date.split('-');
  return { date: `${month}/${day}/${year}`, time: time.slice(0, 5) };
}

/** Values to send. The minute already planned keeps its seconds, so that an unchanged plan does not move. */
export function sentForm(wish: Wish, planned: string | null): Wish {
  const [date, time] = [wish.date.trim(), wish.time.trim()];
  const [, exact = ''] = planned?.split('T') ?? [];
  return { ...wish, date, time: time !== '' && time === exact.slice(0, 5) ? exact : time };
}

const EVENING = '18:00';

/** Initial values: the current plan, else tomorrow evening in the creator's zone. */
export function firstWish(
  episode: { publish_wall_time: string | null; publish_zone: string | null; is_announced: boolean },
  zone: string,
  now: Date,
): Wish {
  const { publish_wall_time: planned, publish_zone: plannedZone, is_announced } = episode;
  if (planned !== null && plannedZone !== null)
    return { ...typedForm(planned), zone_name: plannedZone, is_announced };
  const { date } = typedForm(wallTimeAt(new Date(now.getTime() + DAY_MS), zone));
  return { date, time: EVENING, zone_name: zone, is_announced };
}

export type Unit = 'days' | 'hours' | 'minutes';

export function untilThen(instant: Date, now: Date): { unit: Unit; count: number }[] {
  const minutes = Math.max(0, Math.round((instant.getTime() - now.getTime()) / MINUTE_MS));
  const all: { unit: Unit; count: number }[] = [
    { unit: 'days', count: Math.floor(minutes / 1440) },
    { unit: 'hours', count: Math.floor(minutes / 60) % 24 },
    { unit: 'minutes', count: minutes % 60 },
  ];
  const first = all.findIndex(({ count }) => count > 0);
  return first < 0 ? all.slice(2) : all.slice(first, first + 2).filter(({ count }) => count > 0);
}

export const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

export type Zone = { offset: string; label: string; zone_name: string };

/** Zones whose city, name, offset or IANA name contains every word. */
export function matchingZones(zones: readonly Zone[], phrase: string): Zone[] {
  const words = phrase.toLowerCase().replaceAll('_', ' ').split(/\s+/).filter(Boolean);
  return zones.filter(({ offset, label, zone_name: name }) => {
    const text = `${label} ${name.replaceAll('_', ' ')} utc${offset} gmt${offset}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
