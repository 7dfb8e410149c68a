declare global {
  interface Window {
    largest: { at: number; element: string; url: string };
    shift: number;
    moved: string[];
  }
}

/** Runs in the page from its start: a late observer may get no entries and would wait forever. */
export function watchLargest(): void {
  window.largest = { at: Number.NaN, element: '', url: '' };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element; url?: string })[]) {
      const { startTime: at, element, url = '' } = entry;
      window.largest = { at, element: element?.tagName.toLowerCase() ?? '', url };
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  window.shift = 0;
  window.moved = [];
  type Moved = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect };
  const rect = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ');
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: Moved[] })[]) {
      window.shift += entry.value;
      for (const { node, previousRect, currentRect } of entry.sources) {
        const element = node instanceof Element ? node : node?.parentElement;
        const name = `${element?.localName}.${element?.className} ${element?.textContent?.slice(0, 30)}`;
        const when = `${Math.round(entry.startTime)} ms by ${entry.value.toFixed(4)}`;
        window.moved.push(`${when}: ${name}, ${rect(previousRect)} to ${rect(currentRect)}`);
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
