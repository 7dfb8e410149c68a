/** What the tools of saved episodes say. Imports nothing: with the texts' own functions React would come along into the reader. */
import type { Kept } from './saver.ts';

/** Numbers and dates look as everywhere (I18-14, I18-18). */
export const sizeText = (bytes: number): string =>
  `${String(Math.round(bytes / 100_000) / 10).replace(/\B(?=(?:\d{3})+(?!\d))/g, ',')} MB`;

/** Names the button of what is saved by its size, too: nothing else in the row says it. */
export const withSize = (label: string, { word, episode }: Kept): string =>
  word === 'ready' && episode ? `${label} · ${sizeText(episode.bytes)}` : label;

const padded = (value: number): string => String(value).padStart(2, '0');

/** MM/DD/YYYY as the device's own clock has it: the server never sees it. */
export function dateText(atMs: number): string {
  const date = new Date(atMs);
  return `${padded(date.getMonth() + 1)}/${padded(date.getDate())}/${date.getFullYear()}`;
}

/** As in the stage, whose file must not be cut in two for it: `{kept} of {items}`. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (_all, name: string) => String(values[name] ?? ''));
