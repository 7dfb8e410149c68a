/** Paths, dates, numbers and field names. Contains no messages, so that islands can import it. */
import { kept } from '../server/lib/kept.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../server/lib/locale.ts';
import type en from './en.json';

export type { Locale };

/** en.json defines the keys. A test checks the other languages (I18-22). */
export type Messages = typeof en;

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages;
  }
}

/** Dates, numbers and money look the same in every language (I18-14…20). */
const FORMAT_LOCALE = 'en-US';

/** English has no prefix, German uses `/de` (I18-04, I18-05). `path` has no prefix. */
export function localizedPath(locale: Locale, path: string): string {
  if (locale === DEFAULT_LOCALE) return path;
  return `/${locale}${/^\/(?=$|[?#])/.test(path) ? path.slice(1) : path}`;
}

const PREFIX = new RegExp(`^/(${LOCALES.slice(1).join('|')})(?=$|[/?#])`);

/** Splits off the prefix: `/de/stories/x` is the German form of `/stories/x`. */
export function splitLocale(path: string): { locale: Locale; path: string } {
  const [prefix = '', locale] = PREFIX.exec(path) ?? [];
  if (locale === undefined) return { locale: DEFAULT_LOCALE, path };
  const rest = path.slice(prefix.length);
  return { locale: locale as Locale, path: rest.startsWith('/') ? rest : `/${rest}` };
}

const zoned = (options: Intl.DateTimeFormatOptions) =>
  kept((timeZone: string) => new Intl.DateTimeFormat(FORMAT_LOCALE, { timeZone, ...options }));

const dates = zoned({ year: 'numeric', month: '2-digit', day: '2-digit' });
const times = zoned({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const numbers = new Intl.NumberFormat(FORMAT_LOCALE, { maximumFractionDigits: 3 });
const amounts = new Intl.NumberFormat(FORMAT_LOCALE, { style: 'currency', currency: 'USD' });

export function splitUrl(url: string): { path: string; query: URLSearchParams } {
  const [beforeHash = ''] = url.split('#', 1);
  const at = beforeHash.indexOf('?');
  if (at < 0) return { path: beforeHash, query: new URLSearchParams() };
  return { path: beforeHash.slice(0, at), query: new URLSearchParams(beforeHash.slice(at)) };
}

type Below<Tree, Path> = Path extends `${infer Step}.${infer Rest}`
  ? Step extends keyof Tree
    ? Below<Tree[Step], Rest>
    : never
  : Path extends keyof Tree
    ? Tree[Path]
    : never;
type KeysIn<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${KeysIn<Tree[Key]>}`;
}[keyof Tree & string];

/** Key of a text of `story` or `console.ready`. Computed keys need it, so that the build finds them. */
export type MessageKey<Namespace extends string> = KeysIn<Below<Messages, Namespace>>;

/** MM/DD/YYYY in both languages (I18-14). UTC by default, since public pages are the same for everyone. */
export function formatDate(date: Date | string, timeZone = 'UTC'): string {
  return dates(timeZone).format(new Date(date));
}

/** HH:mm, 00:00 to 23:59 (I18-15). */
export function formatTime(date: Date | string, timeZone = 'UTC'): string {
  return times(timeZone).format(new Date(date));
}

/** 1,234.567: commas, a period, at most three decimals (I18-18…20). */
export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** US dollars from a number or a decimal string of the API: $1,234.50 (I18-16, I18-17). */
export function formatMoney(value: number | string): string {
  const dollars = amounts.format(Number(value));
  // An amount that rounds to zero is not negative.
  return dollars === '-$0.00' ? '$0.00' : signed(dollars);
}

/** Negative amounts use a minus sign instead of a hyphen, since lines may break after a hyphen. */
const signed = (dollars: string): string => dollars.replace('-', '\u2212');

const exact = new Intl.NumberFormat(FORMAT_LOCALE, {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 6,
});

/** With micro-dollars, where cents are not precise enough: $76.412905. */
export const formatExactMoney = (value: number | string): string => signed(exact.format(Number(value)));

const whole = new Intl.NumberFormat(FORMAT_LOCALE, {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const compact = new Intl.NumberFormat(FORMAT_LOCALE, {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});

/** For little space: $46.90, $1,235, $123.5K. */
export function formatShortMoney(value: number | string): string {
  const size = Math.abs(Number(value));
  if (size < 1000) return formatMoney(value);
  return signed((size < 100_000 ? whole : compact).format(Number(value)));
}

export type FieldNames = { has(key: keyof Messages['fields']): boolean } & ((
  key: keyof Messages['fields'],
) => string);

/** `display_name` becomes "Display name" (I18-21), or a translated name if there is one. */
export function humanizeField(field: string, names?: FieldNames): string {
  const key = field as keyof Messages['fields'];
  if (names?.has(key)) return names(key);
  const words = field.replace(/_id$/, '').replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
