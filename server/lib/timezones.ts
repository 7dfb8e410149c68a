/** Time zones of the IANA database as Node knows them (PRO-31, PRO-32, PRO-33). */

import { HOUR_MS } from './durations.ts';
import type { Locale } from './locale.ts';

export type Timezone = {
  /** Offset from UTC at the requested moment: `+05:30`. */
  offset: string;
  label: string;
  zoneName: string;
};

/** ICU still uses names that the IANA database has replaced. People search for the new names. */
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

/** Intl does not list UTC, but people choose it. */
const NAMES: readonly string[] = [
  ...new Set(
    Intl.supportedValuesOf('timeZone')
      .filter((name) => name !== 'UTC')
      .map(present),
  ),
  'UTC',
];
const KNOWN = new Set(NAMES);

/** The zone in its usual spelling, or null. Offsets such as `+01:00` are not zones. */
export function canonicalZone(name: string): string | null {
  if (KNOWN.has(name)) return name;
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,59}$/.test(name)) return null;
  try {
    return present(new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone);
  } catch {
    return null;
  }
}

const lists = new Map<Locale, { hour: number; list: readonly Timezone[] }>();

/** From west to east. Cached for an hour: several hundred formatters take a noticeable part of a second. */
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
  // A zone without a name is named by its offset, which is already shown.
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
