/** Rules for short notes: length, feelings, how far ahead notes are shown, and their place in the text. */
import { MINUTE_MS } from '../../../lib/durations.ts';

export const SHORT_NOTE_MAX_LENGTH = 80;
export const SAME_NOTE_MS = MINUTE_MS;
/** Per page or chapter. The oldest notes stay. */
export const NOTES_AT_ONCE_MAX_COUNT = 500;

export const POP_KINDS = ['heart', 'laugh', 'wow', 'sad', 'angry', 'clap'] as const;
export type PopKind = (typeof POP_KINDS)[number];

export type Reader = { isTeam: boolean; isSignedIn: boolean; furthestItem: number | null; isNamed: boolean };

/** True when the reader has reached this item. Visitors must name one item, because we do not know how far they are. */
export function isReached(item: number, reader: Reader): boolean {
  if (reader.isTeam) return true;
  if (!reader.isSignedIn) return reader.isNamed;
  return item <= Math.max(1, reader.furthestItem ?? 1);
}

export type KnownPlace = { item: number; offset: number; furthest: number; finished: boolean };

/**
 * Shows notes up to this character, or none for -1. Readers of a later chapter have read this one. `upto` comes from
 * the browser, which is ahead of the account.
 */
export function reachIn(
  chapter: { number: number; length: number },
  reader: Reader,
  { place, upto }: { place: KnownPlace | null; upto: number | undefined },
): number {
  if (reader.isTeam) return chapter.length;
  if (!isReached(chapter.number, reader)) return -1;
  if (!reader.isSignedIn) return upto ?? chapter.length;
  const hasPassed = place !== null && (place.finished || place.furthest > chapter.number);
  if (hasPassed) return chapter.length;
  const known = place?.item === chapter.number ? Math.floor(place.offset * chapter.length) : 0;
  return Math.max(known, upto ?? 0);
}

const QUOTE_LENGTH = 40;
/** Enough words to find the place nearby when the text after them was rewritten. */
const ENOUGH_LENGTH = 16;
const NEAR_LENGTH = 2000;

export const quoteAt = (text: string, offset: number): string => text.slice(offset, offset + QUOTE_LENGTH);

/** Finds the nearest place with the same words. Null when the words are gone. */
export function placeIn(text: string, { offset, quote }: { offset: number; quote: string }): number | null {
  if (quote === '') return offset <= text.length ? offset : null;
  if (text.startsWith(quote, offset)) return offset;
  const whole = nearest(text, offset, quote);
  if (whole !== null || quote.length <= ENOUGH_LENGTH) return whole;
  const start = Math.max(0, offset - NEAR_LENGTH);
  const near = nearest(
    text.slice(start, offset + NEAR_LENGTH),
    offset - start,
    quote.slice(0, ENOUGH_LENGTH),
  );
  return near === null ? null : start + near;
}

function nearest(text: string, offset: number, words: string): number | null {
  const after = text.indexOf(words, offset);
  const before = text.lastIndexOf(words, offset);
  if (after === -1 || before === -1) return Math.max(after, before) === -1 ? null : Math.max(after, before);
  return after - offset < offset - before ? after : before;
}
