/**
 * What this browser keeps of reading: how each story is shown, and where one is in each episode. The theme's script reads it
 * before anything is drawn (runtime/theme.ts). A place is a page's id, so that it survives sorting; its number stands beside it.
 */
import type { Showing } from './types.ts';

/** By the story's slug. */
export type Choices = Record<string, KeptChoice>;

export type KeptChoice = Partial<Showing> & {
  /** Milliseconds since 1970. */
  at: number;
  /** Of a story that is read, and not looked at from its team. */
  storyId?: string | undefined;
  /** The account knows of it, too. */
  isSent?: boolean;
};

/** By `slug/number` of the episode. */
export type Places = Record<string, KeptPlace>;

export type KeptPlace = {
  episodeId: string;
  item: string;
  number: number;
  /** Number of the furthest item; it never goes back. */
  furthest: number;
  fraction: number;
  /** It has been read to its end, so that it is opened at its beginning. */
  isDone?: boolean;
  /** The account knows of it, too. */
  isSent?: boolean;
  /** The address of the item within the document. */
  anchor: string;
  /** Milliseconds since 1970. */
  at: number;
};

const CHOICES = 'reading';
export const PLACES = 'places';
const CHOICES_MAX_COUNT = 200;
const PLACES_MAX_COUNT = 300;

/** Null also where storage is forbidden. */
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
    // Full or forbidden: it holds until the page is left.
  }
}

export function readKept<T extends object>(key: string): T {
  try {
    const kept: unknown = JSON.parse(recall(key) ?? '{}');
    return (typeof kept === 'object' && kept !== null ? kept : {}) as T;
  } catch {
    // It may hold what is none of ours.
    return {} as T;
  }
}

/** The oldest go when there are too many. */
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

/** The theme's script has set what is seen at once; this is asked for at the end of an episode. */
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
  // The next page after signing in sends them (../visitor-state.ts).
  if (!place.isSent) storeText('unsent', '1');
  return kept;
}

export const LETTERS = 'letters';

/** Switched off on this device (WCAG 2.1.4). */
export const areLettersOff = (): boolean => recall(LETTERS) === 'off';
