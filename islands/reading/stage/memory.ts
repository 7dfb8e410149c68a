/** How each story is shown, and where its reader is. runtime/theme.ts reads it first. Page ids survive sorting. */
import type { Showing } from './types.ts';

export type Choices = Record<string, KeptChoice>;

export type KeptChoice = Partial<Showing> & {
  /** Milliseconds since 1970. */
  at: number;
  /** Only of stories that are read, not viewed by their team. */
  storyId?: string | undefined;
  /** True when the account has it, too. */
  isSent?: boolean;
};

/** By `slug/number` of the episode. */
export type Places = Record<string, KeptPlace>;

export type KeptPlace = {
  episodeId: string;
  item: string;
  number: number;
  /** Number of the furthest item. It never decreases. */
  furthest: number;
  fraction: number;
  /** True when the episode was read to its end, and opens at its beginning. */
  isDone?: boolean;
  /** True when the account has it, too. */
  isSent?: boolean;
  anchor: string;
  at: number;
};

const CHOICES = 'reading';
export const PLACES = 'places';
const CHOICES_MAX_COUNT = 200;
const PLACES_MAX_COUNT = 300;

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function storeText(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Full or forbidden: the value lasts until the page is left.
  }
}

export function readKept<T extends object>(key: string): T {
  try {
    const kept: unknown = JSON.parse(recall(key) ?? '{}');
    return (typeof kept === 'object' && kept !== null ? kept : {}) as T;
  } catch {
    return {} as T;
  }
}

function keep<T extends { at: number }>(key: string, all: Record<string, T>, mostCount: number): void {
  const newest = Object.entries(all).sort(([, a], [, b]) => b.at - a.at);
  storeText(key, JSON.stringify(Object.fromEntries(newest.slice(0, mostCount))));
}

export const readChoices = (): Choices => readKept(CHOICES);
export const writeChoices = (all: Choices): void => keep(CHOICES, all, CHOICES_MAX_COUNT);

export function keepChoice(
  slug: string,
  { direction, fit, pairs, saver, onward }: Showing,
  storyId?: string,
): void {
  const choice = { direction, fit, pairs, saver, onward, at: Date.now(), storyId };
  writeChoices({ ...readChoices(), [slug]: choice });
}

/** The theme's script restores everything visible at once. This choice matters at the end of an episode. */
export function recallChoice(slug: string): void {
  const { onward } = readChoices()[slug] ?? {};
  if (typeof onward === 'boolean') document.documentElement.dataset.onward = onward ? 'on' : 'off';
}

export function forgetChoice(slug: string): void {
  const { [slug]: _gone, ...rest } = readChoices();
  writeChoices(rest);
}

export function keepPlace(key: string, place: Omit<KeptPlace, 'at'>): KeptPlace {
  const all = readKept<Places>(PLACES);
  const kept = { ...place, furthest: Math.max(place.furthest, all[key]?.furthest ?? 0), at: Date.now() };
  keep(PLACES, { ...all, [key]: kept }, PLACES_MAX_COUNT);
  // The next page after signing in sends it (../visitor-state.ts).
  if (!place.isSent) storeText('unsent', '1');
  return kept;
}

export const LETTERS = 'letters';

/** Letters are off on this device (WCAG 2.1.4). */
export const areLettersOff = (): boolean => recall(LETTERS) === 'off';
