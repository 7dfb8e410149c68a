/** Wheel, pinch, double tap and mouse. Swiping is the browser's own scrolling. */
import { axisOf } from './geometry.ts';
import type { Stage } from './types.ts';

/** Smaller movements are the tail of a turn already made. */
const WHEEL_PIXELS = 40;
const WHEEL_REST_MS = 250;
/** For a wheel that counts lines. */
const LINE_PIXELS = 40;
const DOUBLE_TAP_ZOOM = 2;
const WHEEL_ZOOM = 1.0015;

export function listenToHands(element: HTMLElement, stage: Stage, signal: AbortSignal): void {
  turnByWheel(element, stage, signal);
  zoomByPinch(element, stage, signal);
  panByMouse(element, stage, signal);
  element.addEventListener(
    'dblclick',
    (event) => {
      // The outer thirds turn pages, also on a double tap.
      if (event.target instanceof Element && event.target.closest('a[data-turn],a[href],button')) return;
      event.preventDefault();
      if (stage.zoom > 1) stage.zoomWhole();
      else stage.zoomBy(DOUBLE_TAP_ZOOM, { x: event.clientX, y: event.clientY });
    },
    { signal },
  );
}

function turnByWheel(element: HTMLElement, stage: Stage, signal: AbortSignal): void {
  let turnedAt = Number.NEGATIVE_INFINITY;
  element.addEventListener(
    'wheel',
    (event) => {
      if (event.ctrlKey) {
        event.preventDefault();
        stage.zoomBy(WHEEL_ZOOM ** -event.deltaY, { x: event.clientX, y: event.clientY });
        return;
      }
      // The browser scrolls sideways itself, and also within a large page.
      if (!stage.isPaged || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      if (canScroll(event, element)) return;
      event.preventDefault();
      const { isAlong, isTurned } = axisOf(stage.showing);
      if (isAlong) {
        const left = event.deltaY * (isTurned ? -1 : 1) * (event.deltaMode ? LINE_PIXELS : 1);
        element.scrollBy({ left, behavior: 'instant' });
        return;
      }
      const now = performance.now();
      if (Math.abs(event.deltaY) < WHEEL_PIXELS || now - turnedAt < WHEEL_REST_MS) return;
      turnedAt = now;
      // The wheel never leaves an episode.
      if (event.deltaY > 0) stage.step(1);
      else if (stage.seen.item > 1) stage.step(-1);
    },
    { passive: false, signal },
  );
}

function canScroll({ target, deltaY }: WheelEvent, stage: HTMLElement): boolean {
  for (let at = target instanceof Element ? target : null; at && at !== stage; at = at.parentElement) {
    const { scrollTop, scrollHeight, clientHeight } = at;
    if (scrollHeight <= clientHeight + 1 || !/auto|scroll/.test(getComputedStyle(at).overflowY)) continue;
    if (deltaY > 0 ? scrollTop + clientHeight < scrollHeight - 1 : scrollTop > 1) return true;
  }
  return false;
}

function zoomByPinch(element: HTMLElement, stage: Stage, signal: AbortSignal): void {
  let spread = 0;
  const spreadOf = ([a, b]: TouchList | Touch[]) =>
    a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0;
  element.addEventListener(
    'touchstart',
    ({ touches }) => {
      spread = touches.length === 2 ? spreadOf([...touches]) : 0;
    },
    { passive: true, signal },
  );
  element.addEventListener(
    'touchmove',
    (event) => {
      const { touches } = event;
      if (touches.length !== 2 || spread === 0) return;
      if (event.cancelable) event.preventDefault();
      const [a, b] = [...touches];
      const now = spreadOf([...touches]);
      if (!a || !b || Math.abs(now - spread) < 4) return;
      stage.zoomBy(now / spread, { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 });
      spread = now;
    },
    { passive: false, signal },
  );
}

/** Drags a zoomed page. A drag is not a click. */
function panByMouse(element: HTMLElement, stage: Stage, signal: AbortSignal): void {
  let from: { x: number; y: number; scroller: Element } | null = null;
  let moved = false;
  element.addEventListener(
    'pointerdown',
    (event) => {
      moved = false;
      if (event.pointerType !== 'mouse' || event.button !== 0 || stage.zoom <= 1) return;
      const item = event.target instanceof Element && event.target.closest('[data-item]');
      const scroller = stage.isPaged ? item : document.documentElement;
      if (scroller) from = { x: event.clientX, y: event.clientY, scroller };
    },
    { signal },
  );
  addEventListener(
    'pointermove',
    (event) => {
      if (!from) return;
      const [left, top] = [from.x - event.clientX, from.y - event.clientY];
      if (!moved && Math.hypot(left, top) < 4) return;
      moved = true;
      from.scroller.scrollBy({ left, top, behavior: 'instant' });
      [from.x, from.y] = [event.clientX, event.clientY];
    },
    { signal },
  );
  for (const type of ['pointerup', 'pointercancel'] as const)
    addEventListener(
      type,
      () => {
        from = null;
      },
      { signal },
    );
  element.addEventListener('dragstart', (event) => stage.zoom > 1 && event.preventDefault(), { signal });
  element.addEventListener(
    'click',
    (event) => {
      if (!moved) return;
      moved = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true, signal },
  );
}
