/** Keeps the version that somebody decided against in this browser for a day. */
import { DAY_MS } from '../../server/lib/durations.ts';

export type Other<Value> = { value: Value; until: number };

const keyOf = (what: string): string => `other-version:${what}`;

/** Null forgets it. */
export function keepOther<Value>(what: string, value: Value | null, now = Date.now()): Other<Value> | null {
  const kept = value === null ? null : { value, until: now + DAY_MS };
  try {
    if (kept === null) localStorage.removeItem(keyOf(what));
    else localStorage.setItem(keyOf(what), JSON.stringify(kept));
  } catch {
    // A full or forbidden store: it can be taken back for as long as the page is open.
  }
  return kept;
}

/** Null when there is none, or its day is over. `isValue` looks at what the store really holds. */
export function findOther<Value>(
  what: string,
  isValue: (value: unknown) => value is Value,
  now = Date.now(),
): Other<Value> | null {
  try {
    const { value, until } = (JSON.parse(localStorage.getItem(keyOf(what)) ?? 'null') ?? {}) as Record<
      string,
      unknown
    >;
    if (typeof until === 'number' && until > now && isValue(value)) return { value, until };
    localStorage.removeItem(keyOf(what));
  } catch {
    // The store is forbidden, or holds something else.
  }
  return null;
}
