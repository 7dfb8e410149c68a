/** What jumps in a page while it is looked at. */
import type { Page } from 'playwright';

/** What has moved in the page's own part since it began, but for the hair's breadth by which the heading's face differs. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
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
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
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
  });
export const shiftsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts);
