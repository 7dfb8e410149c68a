/** Zoom is layout: a larger page in a scrolling box. Panning is the browser's own, for fingers, wheels and keys. */
const MOST = 4;
const LEAST = 1;

export type Point = { x: number; y: number };

export type Zoom = { by(factor: number, at?: Point): void; reset(): void; readonly level: number };

/** `boxOf`: the zoomed element, and the one that scrolls around it. */
export function createZoom(boxOf: () => { zoomed: HTMLElement; scroller: Element } | null): Zoom {
  let level = LEAST;
  let last: HTMLElement | undefined;

  function reset(): void {
    last?.style.removeProperty('--zoom');
    last?.removeAttribute('data-zoomed');
    [level, last] = [LEAST, undefined];
  }

  return {
    get level() {
      return level;
    },
    reset,
    by(factor, at) {
      const box = boxOf();
      if (box === null) return;
      const { zoomed, scroller } = box;
      const next = Math.min(MOST, Math.max(LEAST, Math.round(level * factor * 100) / 100));
      if (next === level && last === zoomed) return;
      const around =
        scroller === document.documentElement
          ? { left: 0, top: 0, width: innerWidth, height: innerHeight }
          : scroller.getBoundingClientRect();
      const point = at ?? { x: around.left + around.width / 2, y: around.top + around.height / 2 };
      const before = contentOf(zoomed).getBoundingClientRect();
      const [shareX, shareY] = [
        (point.x - before.left) / before.width,
        (point.y - before.top) / before.height,
      ];
      if (next === LEAST) {
        reset();
      } else {
        zoomed.style.setProperty('--zoom', String(next));
        zoomed.dataset.zoomed = '';
        [level, last] = [next, zoomed];
      }
      const after = contentOf(zoomed).getBoundingClientRect();
      scroller.scrollBy({
        left: after.left + shareX * after.width - point.x,
        top: after.top + shareY * after.height - point.y,
        behavior: 'instant',
      });
    },
  };
}

/** The picture grows within its box. When pages scroll, the box grows. */
const contentOf = (zoomed: HTMLElement): Element => zoomed.querySelector(':scope > [data-sheet]') ?? zoomed;
