/** Data this browser keeps about our advertisements: today's views per ad, and stories the reader rejected. */
import { utcDay } from '../../server/lib/days.ts';

type Shown = Record<string, number>;
/** The oldest entries are dropped. */
const UNWANTED_MAX_COUNT = 100;

export function shownOn(day: string): Shown {
  const kept = read('adverts') as { day?: unknown; shown?: unknown } | null;
  return kept?.day === day && kept.shown && typeof kept.shown === 'object' ? (kept.shown as Shown) : {};
}

/** Only for advertisements with a daily limit. */
export function keepShown(id: string): void {
  const day = utcDay(new Date());
  const shown = shownOn(day);
  const kept = JSON.stringify({ day, shown: { ...shown, [id]: (shown[id] ?? 0) + 1 } });
  write(() => localStorage.setItem('adverts', kept));
}

export function unwantedStories(): Set<string> {
  const kept = read('adverts-unwanted');
  return new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []);
}

export function keepUnwanted(storyId: string): void {
  const others = [...unwantedStories()].filter((id) => id !== storyId);
  const kept = JSON.stringify([...others, storyId].slice(-UNWANTED_MAX_COUNT));
  write(() => localStorage.setItem('adverts-unwanted', kept));
}

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    // Storage is blocked or contains invalid data.
    return null;
  }
}

function write(keep: () => void): void {
  try {
    keep();
  } catch {
    // Without storage the ad shows more often, which does no harm.
  }
}
