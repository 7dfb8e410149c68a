/** Where items lie on the screen. Always read from the page, so that a turned phone needs no update. */
import type { Item, Place, Seen, Showing } from './types.ts';

export type Axis = {
  isPaged: boolean;
  isDown: boolean;
  /** Pages are in a row that may rest anywhere. */
  isAlong: boolean;
  isTurned: boolean;
};

/** `rtl_down` turns page by page, downwards, with its pairs right to left. */
export const axisOf = ({ direction }: Pick<Showing, 'direction'>): Axis => ({
  isPaged: /^(?:lt|rt)/.test(direction),
  isDown: /down|strip/.test(direction),
  isAlong: direction.endsWith('along'),
  isTurned: direction.startsWith('rtl'),
});

/** The stage's part of the screen: its own box if it scrolls, else the window. */
export type View = { start: number; size: number };

export function viewOf(stage: HTMLElement, { isDown, isTurned }: Axis): View {
  const box = stage.getBoundingClientRect();
  if (!isDown) return { start: isTurned ? -box.right : box.left, size: box.width };
  return scrollsItself(stage) ? { start: box.top, size: box.height } : { start: 0, size: innerHeight };
}

export const scrollsItself = (stage: HTMLElement): boolean => getComputedStyle(stage).overflowY === 'auto';

/** Start of an element in reading direction. Negative for right to left, where positions decrease. */
export function startOf(element: Element, { isDown, isTurned }: Axis): number {
  const box = element.getBoundingClientRect();
  if (isDown) return box.top;
  return isTurned ? -box.right : box.left;
}

export const sizeOf = (element: Element, { isDown }: Axis): number => {
  const box = element.getBoundingClientRect();
  return isDown ? box.height : box.width;
};

/** The last item that begins at or before this line. Items are in order, so bisection finds it. */
export function itemAt(items: readonly Item[], line: number, axis: Axis): number {
  let low = 0;
  let high = items.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const item = items[middle];
    if (item && startOf(item.element, axis) <= line) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The middle of the screen decides, in paged mode just before it. Along a row: the first page at least half seen. */
export function look(stage: HTMLElement, items: readonly Item[], axis: Axis): Seen {
  const { isPaged, isAlong } = axis;
  const view = viewOf(stage, axis);
  const middle = view.start + view.size / 2;
  const come = view.start + view.size;
  const start = (at: number): number => startOf((items[at] as Item).element, axis);
  const finish = (at: number): number => start(at) + sizeOf((items[at] as Item).element, axis);
  if (items.length === 0) return { item: 1, last: 1, fraction: 0, share: 0, isAtEnd: true };
  let at = itemAt(items, isAlong ? view.start + 1 : isPaged ? middle - 1 : middle, axis);
  const isHalfGone = isAlong && start(at) + finish(at) < 2 * view.start;
  // Content between two pages may fill the screen before the next one comes.
  if (isHalfGone && items[at + 1] && start(at + 1) < come - 1) at += 1;
  // Two pages side by side begin at the same height.
  else if (isPaged && axis.isDown && at > 0 && start(at) - start(at - 1) < 1) at -= 1;
  let last = at;
  while (isPaged && items[last + 1] && finish(last + 1) <= come + 1) last += 1;
  const { element } = items[at] as Item;
  const [from, to] = [start(0), finish(items.length - 1)];
  const line = isAlong ? view.start : middle;
  return {
    item: at + 1,
    last: last + 1,
    fraction:
      isPaged && !isAlong
        ? fractionWithin(element)
        : clamp((line - start(at)) / Math.max(1, finish(at) - start(at))),
    share: to > from ? clamp((come - from) / (to - from)) : 0,
    isAtEnd: to <= (isAlong ? middle : isPaged ? view.start + 1 : come),
  };
}

/** The page that was read stays the position: in paged mode while it is on screen, else until somebody scrolls. */
export function placeAfter(
  place: Place,
  { item, last, fraction }: Pick<Seen, 'item' | 'last' | 'fraction'>,
  { isTurning, hasMoved }: { isTurning: boolean; hasMoved: boolean },
): Place {
  const stays = isTurning ? item < place.item && place.item <= last : !hasMoved;
  return stays ? place : { item, fraction };
}

/** For a page that is larger than the screen and scrolls by itself. */
const fractionWithin = ({ scrollTop, scrollHeight, clientHeight }: Element): number =>
  scrollHeight > clientHeight + 1 ? clamp(scrollTop / (scrollHeight - clientHeight)) : 0;

/** Brings a place to where `look` finds it again. 0 puts the item's start at the start of the screen. */
export function bring(
  stage: HTMLElement,
  item: Item,
  { fraction }: Pick<Place, 'fraction'>,
  axis: Axis,
): void {
  const { element } = item;
  const { isPaged, isDown, isAlong, isTurned } = axis;
  element.scrollIntoView({ block: isDown ? 'start' : 'nearest', inline: 'start', behavior: 'instant' });
  if (isPaged && !isAlong) {
    element.scrollTop = fraction * (element.scrollHeight - element.clientHeight);
    return;
  }
  if (fraction === 0) return;
  const view = viewOf(stage, axis);
  const line = isAlong ? view.start : view.start + view.size / 2;
  const off = startOf(element, axis) + fraction * sizeOf(element, axis) - line;
  const to = isDown ? { top: off } : { left: isTurned ? -off : off };
  (isAlong || scrollsItself(stage) ? stage : document.documentElement).scrollBy({
    ...to,
    behavior: 'instant',
  });
}

const clamp = (share: number): number => Math.min(1, Math.max(0, share));
