/** What this browser keeps of our own advertisements: how often each was shown today, and of which stories none is wanted. */

/** How often each was shown today; kept only of those that are shown so many times a day and no more. */
const SHOWN_KEY = 'adverts';
type Shown = Record<string, number>;
const UNWANTED_KEY = 'adverts-unwanted';
/** The oldest go first. */
const UNWANTED_MAX_COUNT = 100;

export function shownOn(day: string): Shown {
  const kept = read(SHOWN_KEY) as { day?: unknown; shown?: unknown } | null;
  return kept?.day === day && kept.shown && typeof kept.shown === 'object' ? (kept.shown as Shown) : {};
}

export function keepShown(id: string): void {
  const day = new Date().toISOString().slice(0, 10);
  const shown = shownOn(day);
  write(SHOWN_KEY, { day, shown: { ...shown, [id]: (shown[id] ?? 0) + 1 } });
}

export function unwantedStories(): Set<string> {
  const kept = read(UNWANTED_KEY);
  return new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []);
}

export function keepUnwanted(storyId: string): void {
  const others = [...unwantedStories()].filter((id) => id !== storyId);
  write(UNWANTED_KEY, [...others, storyId].slice(-UNWANTED_MAX_COUNT));
}

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    // Storage is closed, or holds what is not ours.
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // It is shown more often then, which harms nobody.
  }
}
