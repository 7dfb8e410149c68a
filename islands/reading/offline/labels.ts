/** Labels of saved episodes. Imports nothing: the shared text functions would bring React into the reader. */
import type { Kept } from './saver.ts';

/** Formats numbers as everywhere (I18-14, I18-18). */
export const sizeText = (bytes: number): string =>
  `${String(Math.round(bytes / 100_000) / 10).replace(/\B(?=(?:\d{3})+(?!\d))/g, ',')} MB`;

/** Adds the size to the button's name, because nothing else in the row says it. */
export const withSize = (label: string, { word, episode }: Kept): string =>
  word === 'ready' && episode ? `${label} · ${sizeText(episode.bytes)}` : label;

const padded = (value: number): string => String(value).padStart(2, '0');

/** MM/DD/YYYY by the device's clock, because the server never sees this date. */
export function dateText(atMs: number): string {
  const date = new Date(atMs);
  return `${padded(date.getMonth() + 1)}/${padded(date.getDate())}/${date.getFullYear()}`;
}

/** Copy of the stage's `fill`, whose file must not be split for it. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (_all, name: string) => String(values[name] ?? ''));
