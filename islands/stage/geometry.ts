/** Where items lie on the screen, read from the page itself: nothing is kept that a turned phone would make wrong. */
import type { Item, Place, Seen } from './types.ts';

export type Axis = { isPaged: boolean; isTurned: boolean };

/** The part of the screen that the stage has: its own box where it scrolls, else the window. */
export type View = { start: number; size: number };

export function viewOf(stage: HTMLElement, { isPaged, isTurned }: Axis): View {
  const box = stage.getBoundingClientRect();
  if (isPaged) return { start: isTurned ? -box.right : box.left, size: box.width };
  return scrollsItself(stage) ? { start: box.top, size: box.height } : { start: 0, size: innerHeight };
}

export const scrollsItself = (stage: HTMLElement): boolean => getComputedStyle(stage).overflowY === 'auto';

/** Where an element begins along the way of reading; right to left runs towards smaller numbers, hence the sign. */
export function startOf(element: Element, { isPaged, isTurned }: Axis): number {
  const box = element.getBoundingClientRect();
  if (!isPaged) return box.top;
  return isTurned ? -box.right : box.left;
}

export const sizeOf = (element: Element, { isPaged }: Axis): number => {
  const box = element.getBoundingClientRect();
  return isPaged ? box.width : box.height;
};

/** The last item that begins at or before this line; items follow each other, so a bisection finds it. */
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

/** The middle of the screen decides where pages scroll, its beginning where one page is shown at a time. */
export function look(stage: HTMLElement, items: readonly Item[], axis: Axis): Seen {
  const view = viewOf(stage, axis);
  const middle = view.start + view.size / 2;
  const at = itemAt(items, axis.isPaged ? middle - 1 : middle, axis);
  const [element, behind] = [items[at]?.element, items[at + 1]?.element];
  const first = items[0]?.element;
  const end = items.at(-1)?.element;
  if (!element || !first || !end) return { item: 1, last: 1, fraction: 0, share: 0, isAtEnd: true };
  const isPair =
    axis.isPaged &&
    behind !== undefined &&
    startOf(behind, axis) < view.start + view.size - 1 &&
    startOf(element, axis) > view.start - 1;
  const last = isPair ? at + 1 : at;
  const fraction = axis.isPaged
    ? fractionWithin(element)
    : clamp((middle - startOf(element, axis)) / Math.max(1, sizeOf(element, axis)));
  const [from, to] = [startOf(first, axis), startOf(end, axis) + sizeOf(end, axis)];
  const come = view.start + view.size;
  return {
    item: at + 1,
    last: last + 1,
    fraction,
    share: to > from ? clamp((come - from) / (to - from)) : 0,
    isAtEnd: to <= (axis.isPaged ? view.start + 1 : come),
  };
}

/** Of a page that is larger than the screen and scrolls by itself. */
const fractionWithin = ({ scrollTop, scrollHeight, clientHeight }: Element): number =>
  scrollHeight > clientHeight + 1 ? clamp(scrollTop / (scrollHeight - clientHeight)) : 0;

/** Brings a place to where `look` finds it again; 0 is the item's beginning at the beginning of the screen. */
export function bring(
  stage: HTMLElement,
  item: Item,
  { fraction }: Pick<Place, 'fraction'>,
  axis: Axis,
): void {
  const { element } = item;
  element.scrollIntoView({ block: axis.isPaged ? 'nearest' : 'start', inline: 'start', behavior: 'instant' });
  if (axis.isPaged) {
    element.scrollTop = fraction * (element.scrollHeight - element.clientHeight);
    return;
  }
  if (fraction === 0) return;
  const view = viewOf(stage, axis);
  const off = startOf(element, axis) + fraction * sizeOf(element, axis) - (view.start + view.size / 2);
  (scrollsItself(stage) ? stage : document.documentElement).scrollBy({ top: off, behavior: 'instant' });
}

const clamp = (share: number): number => Math.min(1, Math.max(0, share));
