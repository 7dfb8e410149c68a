/** Keeps the rejected version in this browser for a day. */
import { DAY_MS } from '../../server/lib/durations.ts';

export type Other<Value> = { value: Value; until: number };

const keyOf = (what: string): string => `other-version:${what}`;

export function keepOther<Value>(what: string, value: Value | null, now = Date.now()): Other<Value> | null {
  const kept = value === null ? null : { value, until: now + DAY_MS };
  try {
    if (kept === null) localStorage.removeItem(keyOf(what));
    else localStorage.setItem(keyOf(what), JSON.stringify(kept));
  } catch {
    // Storage is full or blocked. The version can be restored only while the page is open.
  }
  return kept;
}

/** Null when nothing is kept or the day is over. `isValue` validates the stored value. */
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
    // Storage is blocked or contains invalid data.
  }
  return null;
}
