/** The time zones of the IANA database as Node knows them (PRO-31, PRO-32, PRO-33). */

import { HOUR_MS } from './durations.ts';
import type { Locale } from './locale.ts';

export type Timezone = {
  /** From UTC at the moment asked for: `+05:30`. */
  offset: string;
  label: string;
  zoneName: string;
};

/** Zones that ICU still calls by names which the IANA database has replaced, and people look for by the new ones. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Catamarca', 'America/Argentina/Catamarca'],
  ['America/Coral_Harbour', 'America/Atikokan'],
  ['America/Cordoba', 'America/Argentina/Cordoba'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Jujuy', 'America/Argentina/Jujuy'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['America/Mendoza', 'America/Argentina/Mendoza'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
]);
const present = (name: string): string => RENAMED.get(name) ?? name;

/** UTC is no member of what Intl lists, but a zone that people choose. */
const NAMES: readonly string[] = [
  ...new Set(
    Intl.supportedValuesOf('timeZone')
      .filter((name) => name !== 'UTC')
      .map(present),
  ),
  'UTC',
];
const KNOWN = new Set(NAMES);

/** The zone in its usual spelling, or null for what is none; offsets such as `+01:00` are no zones. */
export function canonicalZone(name: string): string | null {
  if (KNOWN.has(name)) return name;
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,59}$/.test(name)) return null;
  try {
    return present(new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone);
  } catch {
    // A RangeError: no zone of that name (ECMA-402).
    return null;
  }
}

const lists = new Map<Locale, { hour: number; list: readonly Timezone[] }>();

/** From west to east. Kept for an hour: making several hundred formatters takes a noticeable part of a second. */
export function listTimezones(locale: Locale, now: Date): readonly Timezone[] {
  const hour = Math.floor(now.getTime() / HOUR_MS);
  const known = lists.get(locale);
  if (known?.hour === hour) return known.list;
  const list = NAMES.map((zoneName) => describe(zoneName, locale, now)).sort(
    (a, b) => minutesOf(a.offset) - minutesOf(b.offset) || (a.zoneName < b.zoneName ? -1 : 1),
  );
  lists.set(locale, { hour, list });
  return list;
}

function describe(zoneName: string, locale: Locale, now: Date): Timezone {
  const offset = partOf(zoneName, 'en', 'longOffset', now).replace(/^(?:GMT|UTC)/, '') || '+00:00';
  const city = (zoneName.split('/').at(-1) ?? zoneName).replaceAll('_', ' ');
  const name = partOf(zoneName, locale, 'longGeneric', now);
  // What has no name of its own is called by its offset, which stands beside it already.
  return { offset, label: /^GMT\b/.test(name) ? city : `${city} · ${name}`, zoneName };
}

function partOf(
  timeZone: string,
  locale: string,
  timeZoneName: 'longOffset' | 'longGeneric',
  now: Date,
): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName }).formatToParts(now);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
}

function minutesOf(offset: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)/.exec(offset) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
