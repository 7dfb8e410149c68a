import type { Page } from 'playwright';

/**
 * Records layout shifts outside the header from the start, ignoring the heading font's small offset. With `onceParsed`,
 * records only after parsing: a busy browser paints the top before the styles of later parts have loaded.
 */
export const watchShifts = (page: Page, { onceParsed = false } = {}) =>
  page.addInitScript((isLater) => {
    type Shift = PerformanceEntry & {
      value: number;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    };
    /** When the heading font loads after the first paint, headings move by a pixel or two. */
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
    // Parts parsed last are painted in the next frame.
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
