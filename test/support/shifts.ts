/** What jumps in a page while it is looked at. */
import type { Page } from 'playwright';

/**
 * What has moved in the page's own part since it began, but for the hair's breadth by which the heading's face differs. With `onceParsed`
 * since all of it was there: a busy browser paints the head of a page before the styles of what is further down have come.
 */
export const watchShifts = (page: Page, { onceParsed = false } = {}) =>
  page.addInitScript((isLater) => {
    type Shift = PerformanceEntry & {
      value: number;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    };
    /** Where the face comes after the first paint, its own text stands a pixel or two lower; nothing else does. */
    const HAIR_PX = 2;
    const isHeading = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement;
      return element ? /^"?Piazzolla/.test(getComputedStyle(element).fontFamily) : false;
    };
    const shifts: string[] = [];
    Object.assign(globalThis, { shifts });
    let begin = isLater ? Number.POSITIVE_INFINITY : 0;
    const setBegin = () => {
      begin = performance.now();
    };
    // What was parsed last is painted in the frame after it.
    if (isLater)
      document.addEventListener('DOMContentLoaded', () =>
        requestAnimationFrame(() => requestAnimationFrame(setBegin)),
      );
    new PerformanceObserver((list) => {
      for (const { value, sources, startTime } of list.getEntries() as Shift[]) {
        if (startTime < begin) continue;
        const own = sources.filter(
          ({ node, previousRect: from, currentRect: to }) =>
            !node?.parentElement?.closest('header') &&
            !(isHeading(node) && Math.hypot(to.x - from.x, to.y - from.y) <= HAIR_PX),
        );
        if (value > 0.0001)
          shifts.push(
            ...own.map(
              (one) => `${one.node?.textContent}: ${JSON.stringify([one.previousRect, one.currentRect])}`,
            ),
          );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  }, onceParsed);
export const shiftsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts);
