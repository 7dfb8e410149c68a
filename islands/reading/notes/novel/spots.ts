/** Where short notes stand on the screen, and how far the text has been on it. */
import type { Book } from '../../prose/types.ts';
import type { Note } from '../core/types.ts';

/** A note as the margin shows it. A draft is one, too. */
export type MarginNote = Pick<Note, 'id' | 'body' | 'offset' | 'own' | 'hidden'> & {
  author: Pick<Note['author'], 'display_name'>;
};

/** Notes on one line. */
export type Spot = {
  notes: MarginNote[];
  /** Box at the first note of the line. */
  box: DOMRect;
  /** Where the text of its column begins and ends. */
  column: { left: number; right: number };
};

export type Lie = {
  article: HTMLElement;
  book: Book;
  /** Lines run from top to bottom. */
  isUpright: boolean;
  isPaged: boolean;
  /** Lines run from right to left. */
  isRight: boolean;
};

/** Boxes are not whole pixels. */
const SLACK = 2;

/** The current layout. Pages lie side by side, or below each other in vertical text. */
export function lieOf(article: HTMLElement, book: Book): Lie {
  const { direction, writingMode } = getComputedStyle(article);
  const isUpright = writingMode.startsWith('vertical');
  return {
    article,
    book,
    isUpright,
    isPaged: document.documentElement.dataset.move === 'pages',
    isRight: !isUpright && direction === 'rtl',
  };
}

/** The visible part of what scrolls. The rest is clipped. */
export function windowOf({ article, isPaged, isUpright }: Lie): DOMRect {
  const { left, top, width, height } = article.getBoundingClientRect();
  return isPaged || isUpright
    ? new DOMRect(left, top, width, height)
    : new DOMRect(0, 0, innerWidth, innerHeight);
}

/** Number of characters before the first one that has not been on screen. */
export function seenTo(lie: Lie): number {
  const { left, right, bottom } = windowOf(lie);
  const { isPaged, isUpright, isRight, book } = lie;
  return book.text.firstWhere((box) => {
    if (isUpright) return isPaged ? box.top >= bottom - SLACK : box.right <= Math.max(0, left) + SLACK;
    if (!isPaged) return box.top >= Math.min(bottom, innerHeight);
    return isRight ? box.right <= left + SLACK : box.left >= right - SLACK;
  });
}

export const offsetOf = ({ offset }: MarginNote): number => offset ?? 0;

/** In text order. Text that is not rendered has no place. */
export function spotsOf(notes: readonly MarginNote[], lie: Lie): Spot[] {
  const spots: Spot[] = [];
  for (const note of notes.toSorted((one, other) => offsetOf(one) - offsetOf(other))) {
    // A note after the last character stands at it.
    const box = lie.book.text.boxAt(Math.min(offsetOf(note), lie.book.text.length - 1));
    if (!box) continue;
    const column = columnOf(box, lie);
    const last = spots.at(-1);
    if (last && isSameLine(last, { box, column }, lie.isUpright)) last.notes.push(note);
    else spots.push({ notes: [note], box, column });
  }
  return spots;
}

function isSameLine(one: Spot, other: Pick<Spot, 'box' | 'column'>, isUpright: boolean): boolean {
  if (isUpright)
    return Math.abs(one.box.left - other.box.left) < one.box.width / 2 && other.box.top > one.box.top;
  return Math.abs(one.box.top - other.box.top) < one.box.height / 2 && one.column.left === other.column.left;
}

function columnOf(box: DOMRect, { article, isPaged, isUpright }: Lie): Spot['column'] {
  const { left, right } = article.getBoundingClientRect();
  const style = getComputedStyle(article);
  const [before, behind] = [style.paddingLeft, style.paddingRight].map(
    (each) => Number.parseFloat(each) || 0,
  );
  const whole = { left: left + (before ?? 0), right: right - (behind ?? 0) };
  if (!isPaged || isUpright) return whole;
  const gap = Number.parseFloat(style.columnGap) || 0;
  const count = Number(style.columnCount) || 1;
  const wide = (article.clientWidth - (count - 1) * gap) / count;
  const at = Math.floor((box.left + SLACK - left) / (wide + gap));
  const start = left + at * (wide + gap);
  return { left: start, right: start + wide };
}

/** True when a line is on the screen, or would be if the document scrolled. */
export function isDrawn({ box }: Spot, lie: Lie): boolean {
  if (!lie.isPaged && !lie.isUpright) return true;
  const { left, right, top, bottom } = windowOf(lie);
  return (
    box.left >= left - SLACK &&
    box.right <= right + SLACK &&
    box.top >= top - SLACK &&
    box.bottom <= bottom + SLACK
  );
}
