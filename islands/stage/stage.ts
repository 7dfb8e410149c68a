/** Opens the stage that the server has drawn: where one is, how to go on, how it is shown. */
import { bring, look, scrollsItself } from './geometry.ts';
import { keepNear } from './near.ts';
import { axisOf, readShowing, writeShowing } from './showing.ts';
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

/** What grows, and what scrolls around it. */
const zoomedOf = (stage: HTMLElement, zoomed: HTMLElement | undefined) =>
  zoomed === undefined
    ? null
    : { zoomed, scroller: zoomed !== stage || scrollsItself(stage) ? zoomed : document.documentElement };

/** Whoever begins to listen hears at once how things are. */
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
  const zoom = createZoom(() => zoomedOf(element, axis().isPaged ? items[seen.item - 1]?.element : element));

  /** The browser may scroll before it tells that the screen has turned: what is seen then is no reader's doing. */
  function settle(): boolean {
    const now = sizeOf(element, axis().isPaged);
    if (now === size) return false;
    const place = seen;
    size = now;
    // At its end stands a card, unless another episode follows there.
    if (!place.isAtEnd || element.querySelector('[data-passed]')) goTo(place);
    return true;
  }

  function update(): void {
    if (settle()) return;
    const now = look(element, items, axis());
    // A turn is followed by the scrolling that it caused.
    if (axis().isPaged && JSON.stringify(now) === JSON.stringify(seen)) return;
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

  function goTo(place: Place | number): void {
    const { item, fraction } = typeof place === 'number' ? { item: place, fraction: 0 } : place;
    const at = Math.min(items.length, Math.max(1, item)) - 1;
    const target = items[at];
    if (!target) return;
    jumpedAt = performance.now();
    size = sizeOf(element, axis().isPaged);
    const isBeside = axis().isPaged && isSecond(target.element);
    bring(element, (isBeside && items[at - 1]) || target, { fraction }, axis());
    update();
  }

  const stage: Stage = {
    items,
    get seen() {
      return seen;
    },
    get showing() {
      return showing;
    },
    get isPaged() {
      return axis().isPaged;
    },
    get zoom() {
      return zoom.level;
    },
    get jumpedAt() {
      return jumpedAt;
    },
    goTo,
    step: (by) => {
      if (!axis().isPaged) return by > 0 && seen.item === items.length ? stage.toEnd() : goTo(seen.item + by);
      const stop = nextStop(element, axis(), by);
      arrive(stop);
      if (stop) slideIn(stop, by * (axis().isTurned ? -1 : 1));
    },
    toEnd: () => arrive(lastStop(element, axis())),
    show: (change) => {
      const place = seen;
      zoom.reset();
      showing = { ...showing, ...change };
      writeShowing(showing);
      goTo(place.isAtEnd ? { item: place.last, fraction: 1 } : place);
      near(seen, showing);
      showers.tell(showing);
    },
    zoomBy: zoom.by,
    zoomWhole: zoom.reset,
    onSeen: (listener) => seers.add(listener, seen),
    onShowing: (listener) => showers.add(listener, showing),
  };
  follow(element, stage, { update, settle, signal });
  near(seen, showing);
  element.dataset.staged = '';
  element.stage = stage;
  return stage;
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
  // A turned phone, a panel that opens: the place stays, whatever the browser thinks of it.
  const sizes = new ResizeObserver(settle);
  sizes.observe(element);
  signal.addEventListener('abort', () => sizes.disconnect());
  element.addEventListener('scroll', updateSoon, { passive: true, capture: true, signal });
  addEventListener('scroll', updateSoon, { passive: true, signal });
  const turn = (event: MouseEvent): void => {
    const link = event.target instanceof Element && event.target.closest<HTMLElement>('a[data-turn]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    stage.step(link.dataset.turn === '1' ? 1 : -1);
  };
  element.addEventListener('click', turn, { signal });
}
