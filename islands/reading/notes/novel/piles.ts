/** Decides which notes in the margin are stacked, and which are so many that they become one. */

import { CROWD_COUNT } from '../core/bubble.ts';

/** Top and height of its line, and height of the note itself. */
export type Lined = { top: number; line: number; high: number };

/** Lines that a crowd covers. Later notes stand by themselves again. */
const CROWD_LINES = 6;
const BETWEEN_PIXELS = 8;

/** Splits notes, in text order, into runs of overlapping ones. `bottom`: nothing stands below it. */
export function piles(all: readonly Lined[], bottom: number | null): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (let from = 0; from < all.length; ) {
    const { top, line } = all[from] as Lined;
    let to = from;
    for (let end = top; to < all.length; to += 1) {
      const each = all[to] as Lined;
      const reach = to - from < CROWD_COUNT ? end : Math.min(end, top + CROWD_LINES * line);
      const isBelow = each.top >= reach && (bottom === null || end <= bottom);
      if (to > from && isBelow) break;
      end = Math.max(end, each.top) + each.high + BETWEEN_PIXELS;
    }
    found.push({ from, to });
    from = to;
  }
  return found;
}

/** Each at its line, or as near to it as the notes above allow. */
export function stack(pile: readonly Lined[], bottom: number | null): number[] {
  const high = pile.reduce((sum, each) => sum + each.high + BETWEEN_PIXELS, 0);
  let end = Number.NEGATIVE_INFINITY;
  const most = bottom === null ? Number.POSITIVE_INFINITY : bottom - high;
  return pile.map((each) => {
    const y = Math.max(end, Math.min(each.top, most));
    end = y + each.high + BETWEEN_PIXELS;
    return y;
  });
}
