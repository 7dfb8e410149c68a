/** The stops of the stage as the eye meets them: pages, pairs, what stands between them, the end. */
import { type Axis, startOf, viewOf } from './geometry.ts';

/** A page that comes is seen to come, and is there at once: the movement is drawn, the place is not. */
const TURN_MS = 180;

/** The second page of a pair is no stop. */
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

export function arriveAt(stop: HTMLElement, { isPaged }: Axis): void {
  stop.scrollIntoView({ block: isPaged ? 'nearest' : 'start', inline: 'start', behavior: 'instant' });
}

/**
 * `side`: 1 when it comes from the right. What the stop holds moves, and not the stop: browsers snap to where it is drawn, and the next
 * key looks for it where it belongs.
 */
export function slideIn(stop: HTMLElement, side: number): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  // What sticks out meanwhile is nothing to scroll to. The movement may begin some frames later.
  stop.animate({ overflowX: ['hidden', 'hidden'] }, 2 * TURN_MS);
  stop.firstElementChild?.animate([{ transform: `translateX(${side * 16}px)`, opacity: 0.4 }, {}], {
    duration: TURN_MS,
    easing: 'ease-out',
  });
}
