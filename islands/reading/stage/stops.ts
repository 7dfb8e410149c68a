/** The stops of the stage in visual order: pages, pairs, content between them, the end. */
import { type Axis, startOf, viewOf } from './geometry.ts';

/** A new page is in place at once. Only the animation takes this long. */
const TURN_MS = 180;

/** The second page of a pair is not a stop. */
const stopsOf = (stage: HTMLElement, axis: Axis): HTMLElement[] =>
  ([...stage.children] as HTMLElement[])
    .filter((each) => !axis.isPaged || !isSecond(each))
    .sort((a, b) => startOf(a, axis) - startOf(b, axis));

export const isSecond = (element: HTMLElement): boolean =>
  getComputedStyle(element).scrollSnapAlign === 'none';

export function nextStop(stage: HTMLElement, axis: Axis, by: 1 | -1): HTMLElement | undefined {
  const { start } = viewOf(stage, axis);
  const isBeyond = (each: HTMLElement): boolean => by * (startOf(each, axis) - start) > 2;
  const stops = stopsOf(stage, axis);
  return by > 0 ? stops.find(isBeyond) : stops.findLast(isBeyond);
}

export const lastStop = (stage: HTMLElement, axis: Axis): HTMLElement | undefined =>
  stopsOf(stage, axis).at(-1);

export function arriveAt(stop: HTMLElement, { isDown }: Axis): void {
  stop.scrollIntoView({ block: isDown ? 'start' : 'nearest', inline: 'start', behavior: 'instant' });
}

/** `side`: 1 from the right, or from below. Animates the content: browsers snap to where the stop itself is drawn. */
export function slideIn(stop: HTMLElement, side: number, isDown: boolean): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  // Content that sticks out meanwhile must not scroll. The animation may begin some frames later.
  stop.animate({ overflow: ['hidden', 'hidden'] }, 2 * TURN_MS);
  const from = isDown ? `0 ${side * 16}px` : `${side * 16}px`;
  stop.firstElementChild?.animate([{ translate: from, opacity: 0.4 }, {}], {
    duration: TURN_MS,
    easing: 'ease-out',
  });
}
