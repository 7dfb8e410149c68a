/** Opens the stage that the server has drawn: where one is, how to go on, how it is shown. */
import { bring, look, scrollsItself, startOf, viewOf } from './geometry.ts';
import { keepNear } from './near.ts';
import type { Item, Place, Seen, Showing, Stage } from './types.ts';
import { createZoom } from './zoom.ts';

const WAYS = { ltr: 'pages', rtl: 'pages', down: 'scroll', strip: 'scroll' } as const;
/** A page that comes is seen to come, and is there at once: the movement is drawn, the place is not. */
const TURN_MS = 180;

const root = document.documentElement;

/** As the document says, which the server and the reader's own choice have set before anything was drawn. */
export function readShowing(): Showing {
  const { direction = 'down', fit, pairs = 'cover', saver } = root.dataset;
  return {
    direction: direction as Showing['direction'],
    fit: (fit as Showing['fit']) ?? null,
    pairs: pairs as Showing['pairs'],
    saver: saver !== undefined,
  };
}

function writeShowing({ direction, fit, pairs, saver }: Showing): void {
  root.dataset.direction = direction;
  root.dataset.way = WAYS[direction];
  root.dataset.pairs = pairs;
  if (fit === null) delete root.dataset.fit;
  else root.dataset.fit = fit;
  if (saver) root.dataset.saver = '';
  else delete root.dataset.saver;
}

export function openStage(element: HTMLElement): Stage & { readonly zoom: number; close(): void } {
  const items: Item[] = [...element.querySelectorAll<HTMLElement>('[data-item]')].map((each, at) => ({
    id: each.dataset.item ?? '',
    number: at + 1,
    element: each,
  }));
  const closed = new AbortController();
  const { signal } = closed;
  const [seers, showers] = [new Set<(seen: Seen) => void>(), new Set<(showing: Showing) => void>()];
  const near = keepNear(items);
  let showing = readShowing();
  let frame = 0;
  let jumpedAt = Number.NEGATIVE_INFINITY;
  let width = element.clientWidth;
  let height = element.clientHeight;
  const axis = () => ({
    isPaged: WAYS[showing.direction] === 'pages',
    isTurned: showing.direction === 'rtl',
  });
  let seen = look(element, items, axis());
  const zoom = createZoom(() => {
    const item = items[seen.item - 1]?.element;
    if (!item) return null;
    if (axis().isPaged) return { zoomed: item, scroller: item };
    return { zoomed: element, scroller: scrollsItself(element) ? element : root };
  });

  /** The browser may scroll before it tells that the screen has turned: what is seen then is no reader's doing. */
  const isTurned = (): boolean =>
    element.clientWidth !== width || (axis().isPaged && element.clientHeight !== height);

  function settle(): void {
    if (!isTurned()) return;
    const place = seen;
    [width, height] = [element.clientWidth, element.clientHeight];
    if (!place.isAtEnd) goTo(place);
  }

  function update(): void {
    frame = 0;
    if (isTurned()) {
      settle();
      return;
    }
    const now = look(element, items, axis());
    const isSame = now.item === seen.item && now.last === seen.last;
    if (!isSame && axis().isPaged) zoom.reset();
    seen = now;
    if (!isSame) near(seen, showing);
    for (const tell of seers) tell(seen);
  }
  const updateSoon = (): void => {
    frame ||= requestAnimationFrame(update);
  };

  /** Stops as the eye meets them: the second of a pair is none. */
  const stops = (): HTMLElement[] =>
    ([...element.children] as HTMLElement[])
      .filter((each) => getComputedStyle(each).scrollSnapAlign !== 'none' || !axis().isPaged)
      .sort((a, b) => startOf(a, axis()) - startOf(b, axis()));

  function goTo(place: Place | number): void {
    const { item, fraction } = typeof place === 'number' ? { item: place, fraction: 0 } : place;
    const at = Math.min(items.length, Math.max(1, item)) - 1;
    const target = items[at];
    if (!target) return;
    jumpedAt = performance.now();
    // Its pictures come while it is on its way.
    near({ item: at + 1, last: at + 1 }, showing);
    const isSecond = axis().isPaged && getComputedStyle(target.element).scrollSnapAlign === 'none';
    bring(element, (isSecond && items[at - 1]) || target, { fraction }, axis());
    update();
  }

  function step(by: 1 | -1): void {
    if (!axis().isPaged) {
      if (by > 0 && seen.item === items.length) toEnd();
      else goTo(seen.item + by);
      return;
    }
    const view = viewOf(element, axis());
    const all = stops();
    const starts = all.map((each) => startOf(each, axis()) - view.start);
    const at = by > 0 ? starts.findIndex((start) => start > 2) : starts.findLastIndex((start) => start < -2);
    const next = all[at];
    if (!next) return;
    const item = items.find((each) => each.element === next);
    if (item) near({ item: item.number, last: item.number }, showing);
    next.scrollIntoView({ block: 'nearest', inline: 'start', behavior: 'instant' });
    slideIn(next, by * (axis().isTurned ? -1 : 1));
    update();
  }

  function toEnd(): void {
    jumpedAt = performance.now();
    const end = stops().at(-1);
    end?.scrollIntoView({
      block: axis().isPaged ? 'nearest' : 'start',
      inline: 'start',
      behavior: 'instant',
    });
    update();
  }

  const stage = {
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
    goTo,
    step,
    toEnd,
    get jumpedAt() {
      return jumpedAt;
    },
    show(change: Partial<Showing>) {
      const place = seen;
      zoom.reset();
      showing = { ...showing, ...change };
      writeShowing(showing);
      [width, height] = [element.clientWidth, element.clientHeight];
      goTo(place.isAtEnd ? { item: place.last, fraction: 1 } : place);
      near(seen, showing);
      for (const tell of showers) tell(showing);
    },
    zoomBy: zoom.by,
    zoomWhole: zoom.reset,
    onSeen(listener: (seen: Seen) => void) {
      seers.add(listener);
      listener(seen);
    },
    onShowing(listener: (showing: Showing) => void) {
      showers.add(listener);
      listener(showing);
    },
    close() {
      cancelAnimationFrame(frame);
      closed.abort();
      boxes.disconnect();
      delete element.stage;
    },
  };

  // A turned phone, a panel that opens: the place stays, whatever the browser thinks of it.
  const boxes = new ResizeObserver(settle);
  boxes.observe(element);
  element.addEventListener('scroll', updateSoon, { passive: true, signal, capture: true });
  addEventListener('scroll', updateSoon, { passive: true, signal });
  element.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element && event.target.closest<HTMLElement>('a[data-turn]');
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      step(link.dataset.turn === '1' ? 1 : -1);
    },
    { signal },
  );
  near(seen, showing);
  element.dataset.staged = '';
  element.stage = stage;
  return stage;
}

function slideIn(element: HTMLElement, side: number): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  element.animate([{ transform: `translateX(${side * 16}px)`, opacity: 0.4 }, {}], {
    duration: TURN_MS,
    easing: 'ease-out',
  });
}
