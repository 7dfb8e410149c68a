/** Owns how long a short note is, which feelings there are, how far ahead notes are told, and where a note stands. */
import { MINUTE_MS } from '../../lib/durations.ts';

export const NOTE_MAX_LENGTH = 80;
export const SAME_NOTE_MS = MINUTE_MS;
/** At one page or chapter; what came first stays. */
export const NOTES_AT_ONCE_MAX_COUNT = 500;

export const POP_KINDS = ['heart', 'laugh', 'wow', 'sad', 'angry', 'clap'] as const;
export type PopKind = (typeof POP_KINDS)[number];

/**
 * Whether notes at this item are told to somebody: never before the furthest point that they have reached. Visitors ask
 * for one item at a time, since nobody knows how far they are.
 */
export function isReached(
  item: number,
  reader: { isTeam: boolean; isSignedIn: boolean; furthestItem: number | null; isNamed: boolean },
): boolean {
  if (reader.isTeam) return true;
  if (!reader.isSignedIn) return reader.isNamed;
  return item <= Math.max(1, reader.furthestItem ?? 1);
}

const QUOTE_LENGTH = 40;

/** What stands at a place of a text, to know it by. */
export const quoteAt = (text: string, offset: number): string => text.slice(offset, offset + QUOTE_LENGTH);

/** Where a note stands in the text as it is now: the nearest place that says the same; null when its words are gone. */
export function placeIn(text: string, { offset, quote }: { offset: number; quote: string }): number | null {
  if (quote === '') return offset <= text.length ? offset : null;
  if (text.startsWith(quote, offset)) return offset;
  const after = text.indexOf(quote, offset);
  const before = text.lastIndexOf(quote, offset);
  if (after === -1 || before === -1) return Math.max(after, before) === -1 ? null : Math.max(after, before);
  return after - offset < offset - before ? after : before;
}
