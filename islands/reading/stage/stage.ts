/** Opens the server-rendered stage: position, movement, and how it is shown. */
import { type Axis, axisOf, bring, look, placeAfter, scrollsItself, startOf, viewOf } from './geometry.ts';
import { keepNear } from './near.ts';
import { readShowing, writeShowing } from './showing.ts';
import { arriveAt, isSecond, lastStop, nextStop, slideIn } from './stops.ts';
import type { Item, Place, Seen, Showing, Stage } from './types.ts';
import { createZoom } from './zoom.ts';

export const itemsOf = (element: HTMLElement): Item[] =>
  [...element.querySelectorAll<HTMLElement>('[data-item]')].map((each, at) => ({
    id: each.dataset.item ?? '',
    number: at + 1,
    element: each,
  }));

const sizeOf = ({ clientWidth, clientHeight }: Element, isPaged: boolean): string =>
  isPaged ? `${clientWidth} ${clientHeight}` : `${clientWidth}`;

/** Rounding of browsers. */
const SLACK_PIXELS = 2;

const zoomedOf = (stage: HTMLElement, zoomed: HTMLElement | undefined) =>
  zoomed === undefined
    ? null
    : { zoomed, scroller: zoomed !== stage || scrollsItself(stage) ? zoomed : document.documentElement };

/** A new listener is called at once with the current value. */
function listeners<T>() {
  const all = new Set<(value: T) => void>();
  return {
    add(listener: (value: T) => void, now: T): void {
      all.add(listener);
      listener(now);
    },
    tell(value: T): void {
      for (const listener of all) listener(value);
    },
  };
}

export function openStage(element: HTMLElement, signal: AbortSignal): Stage {
  const items = itemsOf(element);
  const [seers, showers] = [listeners<Seen>(), listeners<Showing>()];
  const near = keepNear(items);
  let showing = readShowing();
  const axis = () => axisOf(showing);
  let jumpedAt = Number.NEGATIVE_INFINITY;
  let size = sizeOf(element, axis().isPaged);
  let seen = look(element, items, axis());
  let place: Place = { item: seen.item, fraction: seen.fraction };
  const liesAt = (): number => (items[0] ? startOf(items[0].element, axis()) : 0);
  /** Where the first page lay after our last jump; NaN once somebody has scrolled. */
  let rest = Number.NaN;
  const zoom = createZoom(() => zoomedOf(element, axis().isPaged ? items[seen.item - 1]?.element : element));

  /** The browser may scroll before it reports a turned screen. The reader did not cause that. */
  function settle(): boolean {
    const now = sizeOf(element, axis().isPaged);
    if (now === size) return false;
    size = now;
    // The end shows a card, unless another episode follows there.
    if (!seen.isAtEnd || element.querySelector('[data-passed]')) goTo(place);
    return true;
  }

  function update(): void {
    if (settle()) return;
    const now = look(element, items, axis());
    if (!(Math.abs(liesAt() - rest) <= SLACK_PIXELS)) rest = Number.NaN;
    const { isPaged, isAlong } = axis();
    place = placeAfter(place, now, { isTurning: isPaged && !isAlong, hasMoved: Number.isNaN(rest) });
    // A turn is followed by its own scroll event.
    if (isPaged && JSON.stringify(now) === JSON.stringify(seen)) return;
    tell(now);
  }

  function tell(now: Seen): void {
    const isSame = now.item === seen.item && now.last === seen.last;
    if (!isSame && axis().isPaged) zoom.reset();
    seen = now;
    if (!isSame) near(seen, showing);
    seers.tell(seen);
  }

  function arrive(stop: HTMLElement | undefined): void {
    if (!stop) return;
    jumpedAt = performance.now();
    arriveAt(stop, axis());
    update();
  }

  function goTo(to: Place | number): void {
    const { item, fraction } = typeof to === 'number' ? { item: to, fraction: 0 } : to;
    const at = Math.min(items.length, Math.max(1, item)) - 1;
    const target = items[at];
    if (!target) return;
    jumpedAt = performance.now();
    size = sizeOf(element, axis().isPaged);
    const isBeside = axis().isPaged && isSecond(target.element);
    bring(element, (isBeside && items[at - 1]) || target, { fraction }, axis());
    place = { item: at + 1, fraction };
    rest = liesAt();
    tell(look(element, items, axis()));
  }

  const acts = {
    items,
    before: element.dataset.before,
    goTo,
    step: (by: 1 | -1): void => takeStep(stage, element, { axis, arrive, liesAt }, by),
    toEnd: () => arrive(lastStop(element, axis())),
    show: (change: Partial<Showing>): void => {
      const kept = seen.isAtEnd ? { item: seen.last, fraction: 1 } : place;
      zoom.reset();
      showing = { ...showing, ...change };
      writeShowing(showing);
      goTo(kept);
      near(seen, showing);
      showers.tell(showing);
    },
    zoomBy: zoom.by,
    zoomWhole: zoom.reset,
    onSeen: (listener: (seen: Seen) => void) => seers.add(listener, seen),
    onShowing: (listener: (showing: Showing) => void) => showers.add(listener, showing),
  };
  const stage: Stage = withReadings(acts, {
    seen: () => seen,
    showing: () => showing,
    place: () => place,
    jumpedAt: () => jumpedAt,
    isPaged: () => axis().isPaged,
    zoom: () => zoom.level,
  });
  follow(element, stage, { update, settle, signal });
  near(seen, showing);
  element.dataset.staged = '';
  element.stage = stage;
  return stage;
}

function withReadings<T extends object, R extends Record<string, () => unknown>>(
  target: T,
  readings: R,
): T & { readonly [K in keyof R]: ReturnType<R[K]> } {
  for (const [name, get] of Object.entries(readings)) Object.defineProperty(target, name, { get });
  return target as T & { readonly [K in keyof R]: ReturnType<R[K]> };
}

type Moves = { axis(): Axis; arrive(stop: HTMLElement | undefined): void; liesAt(): number };

function takeStep(stage: Stage, element: HTMLElement, { axis, arrive, liesAt }: Moves, by: 1 | -1): void {
  const { isPaged, isDown, isAlong, isTurned } = axis();
  const { before, items, place } = stage;
  const stop = isPaged ? nextStop(element, axis(), by) : undefined;
  const isAtStart = (): boolean =>
    place.item === 1 && liesAt() >= viewOf(element, axis()).start - SLACK_PIXELS;
  if (!isPaged && by > 0 && place.item === items.length) stage.toEnd();
  else if (!isPaged && (by > 0 || !isAtStart())) stage.goTo(place.item + by);
  else if (!stop && by < 0 && before) location.assign(before);
  arrive(stop);
  if (stop && !isAlong) slideIn(stop, by * (isTurned && !isDown ? -1 : 1), isDown);
}

function follow(
  element: HTMLElement,
  stage: Stage,
  { update, settle, signal }: { update(): void; settle(): void; signal: AbortSignal },
): void {
  let isComing = false;
  const updateSoon = (): void => {
    if (isComing || signal.aborted) return;
    isComing = true;
    requestAnimationFrame(() => {
      isComing = false;
      if (!signal.aborted) update();
    });
  };
  // A turned phone, an opening panel: the position stays, whatever the browser does.
  const sizes = new ResizeObserver(settle);
  sizes.observe(element);
  signal.addEventListener('abort', () => sizes.disconnect());
  element.addEventListener('scroll', updateSoon, { passive: true, capture: true, signal });
  addEventListener('scroll', updateSoon, { passive: true, signal });
  const turn = (event: MouseEvent): void => {
    const { target } = event;
    if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = target.closest<HTMLElement>('a[data-turn]');
    const by = link ? Number(link.dataset.turn) : sideOf(target, event.clientX);
    if (!by) return;
    event.preventDefault();
    stage.step(by > 0 ? 1 : -1);
  };
  /** Along a row, the thirds are those of the screen. */
  const sideOf = (target: Element, x: number): number => {
    const { isAlong, isTurned } = axisOf(stage.showing);
    const { left, width } = element.getBoundingClientRect();
    if (!isAlong || !target.closest('label,[data-box]')) return 0;
    const third = Math.floor((3 * (x - left)) / width) - 1;
    return isTurned ? -third : third;
  };
  element.addEventListener('click', turn, { signal });
}
