/** Draws short notes: bubbles in the margin if there is room, else small marks at the edge of their lines. */
import { fill } from '../../stage/fill.ts';
import { CROWD_COUNT, noteButton, wordsOf } from '../core/bubble.ts';
import { piles, stack } from './piles.ts';
import { isDrawn, type Lie, type MarginNote, offsetOf, type Spot, spotsOf, windowOf } from './spots.ts';

/** Narrower margins have no room for words. */
const MARGIN_MIN_PIXELS = 156;
const BUBBLE_MAX_PIXELS = 256;
const BESIDE_PIXELS = 22;
const MARK_MAX_PIXELS = 20;
const MARK_MIN_PIXELS = 10;

type Placed = { notes: MarginNote[]; x: number; y: number; size: number };
type Side = 'left' | 'right';

export type Drawing = {
  layer: HTMLElement;
  /** `{count} notes here`. */
  many: string;
  open(notes: MarginNote[], by: HTMLElement): void;
};

export function drawNotes(notes: readonly MarginNote[], lie: Lie, { layer, many, open }: Drawing): void {
  const spots = spotsOf(notes, lie).filter((spot) => isDrawn(spot, lie));
  layer.replaceChildren();
  const origin = layer.getBoundingClientRect();
  const add = (notes: MarginNote[]): HTMLElement => {
    const own = notes.every((note) => note.own);
    const button = noteButton({ own, hidden: notes.every(({ hidden }) => hidden) });
    button.addEventListener('click', () => open(notes, button));
    layer.append(button);
    return button;
  };
  const put = (button: HTMLElement, { x, y }: { x: number; y: number }): void => {
    button.style.left = `${Math.round(x - origin.left)}px`;
    button.style.top = `${Math.round(y - origin.top)}px`;
  };
  for (const [side, own] of Map.groupBy(spots, (spot) => sideOf(spot, lie))) {
    const wide = Math.min(BUBBLE_MAX_PIXELS, roomAt(own[0] as Spot, side, lie) - 2 * BESIDE_PIXELS);
    if (lie.isUpright || wide < MARGIN_MIN_PIXELS - 2 * BESIDE_PIXELS)
      drawMarks(own, side, lie, { add, put });
    else drawBubbles(own, side, { add, put, wide, many, bottom: lie.isPaged ? windowOf(lie).bottom : null });
  }
}

type Hand = {
  add(notes: MarginNote[]): HTMLElement;
  put(button: HTMLElement, at: { x: number; y: number }): void;
};

/** Notes stand at line ends. With two columns, each uses its outer side. */
function sideOf({ column }: Spot, { article, isPaged, isRight }: Lie): Side {
  const { left, right } = article.getBoundingClientRect();
  const isHalf = isPaged && column.right - column.left < (right - left) / 2;
  if (isHalf) return (column.left + column.right) / 2 < (left + right) / 2 ? 'left' : 'right';
  return isRight ? 'left' : 'right';
}

function roomAt({ column }: Spot, side: Side, { article }: Lie): number {
  const { left, right } = (article.closest('main') ?? article).getBoundingClientRect();
  return side === 'right' ? right - column.right : column.left - left;
}

/** In the gutter at the end of the line, or beside the character in vertical text. */
function drawMarks(spots: readonly Spot[], side: Side, lie: Lie, { add, put }: Hand): void {
  const placed: Placed[] = [];
  for (const spot of spots) {
    const next = lie.isUpright ? besideSign(spot, lie) : inGutter(spot, side, lie);
    const last = placed.at(-1);
    const isOver =
      last && Math.abs(last.y - next.y) < next.size + 2 && Math.abs(last.x - next.x) < next.size + 2;
    if (isOver) last.notes.push(...spot.notes);
    else placed.push({ notes: [...spot.notes], ...next });
  }
  for (const each of placed) {
    const button = add(each.notes);
    button.dataset.mark = '';
    button.dataset.at = side;
    button.style.setProperty('--size', `${each.size}px`);
    if (each.notes.length > 1) button.textContent = String(each.notes.length);
    put(button, each);
  }
}

function inGutter({ box, column }: Spot, side: Side, lie: Lie): { x: number; y: number; size: number } {
  const style = getComputedStyle(lie.article);
  const gutter = lie.isPaged
    ? Number.parseFloat(style.columnGap) / 2
    : Number.parseFloat(side === 'right' ? style.paddingRight : style.paddingLeft);
  const size = Math.max(MARK_MIN_PIXELS, Math.min(MARK_MAX_PIXELS, gutter - 2));
  const x = side === 'right' ? column.right + (gutter - size) / 2 : column.left - (gutter + size) / 2;
  return { x, y: box.top + (box.height - size) / 2, size };
}

/** Between two lines, on the side without ruby text. */
function besideSign({ box, notes }: Spot, { book }: Lie): { x: number; y: number; size: number } {
  const at = notes[0] ? offsetOf(notes[0]) : 0;
  const piece = book.text.pieces.findLast(({ from }) => from <= at);
  const hasReading = piece?.node.parentElement?.closest('ruby') != null;
  const size = MARK_MIN_PIXELS;
  return { x: hasReading ? box.left - size : box.right, y: box.top, size };
}

function drawBubbles(
  spots: readonly Spot[],
  side: Side,
  { add, put, wide, many, bottom }: Hand & { wide: number; many: string; bottom: number | null },
): void {
  // Adds all buttons before measuring them, so that the page is laid out only once.
  const all = spots
    .flatMap(({ notes, box, column }) => notes.map((note) => ({ note, box, column })))
    .map((each) => {
      const button = add([each.note]);
      button.dataset.side = side;
      button.style.maxWidth = `${wide}px`;
      button.append(wordsOf(each.note.body));
      return { ...each, button };
    });
  const lines = all.map(({ box, button }) => ({ top: box.top, line: box.height, high: button.offsetHeight }));
  const widths = all.map(({ button }) => button.offsetWidth);
  const putAt = (button: HTMLElement, { column }: Spot | (typeof all)[number], width: number, y: number) =>
    put(button, {
      x: side === 'right' ? column.right + BESIDE_PIXELS : column.left - BESIDE_PIXELS - width,
      y,
    });
  for (const { from, to } of piles(lines, bottom)) {
    const pile = all.slice(from, to);
    const [first] = pile;
    if (!first) continue;
    if (pile.length < CROWD_COUNT) {
      for (const [at, y] of stack(lines.slice(from, to), bottom).entries())
        putAt((pile[at] as typeof first).button, first, widths[from + at] ?? 0, y);
      continue;
    }
    for (const { button } of pile) button.remove();
    const button = add(pile.map(({ note }) => note));
    Object.assign(button.dataset, { side, many: '' });
    button.textContent = fill(many, { count: pile.length });
    putAt(button, first, button.offsetWidth, first.box.top);
  }
}
