/** Loads pictures near the reader, and ahead as the connection allows. Far pictures unload, but their boxes stay. */
import type { Item, Seen } from './types.ts';

const BEHIND = 2;

type Line = { saveData?: boolean; effectiveType?: string };

/** Four on a good connection, fewer on a slow one, one to save data. */
export function pagesAhead(line: Line | undefined, { saver }: { saver: boolean }): number {
  if (saver || line?.saveData) return 1;
  if (line?.effectiveType === undefined || line.effectiveType === '4g') return 4;
  return line.effectiveType === '3g' ? 3 : 2;
}

/** Half of the screen's resolution is enough to save data. */
const SAVER_SIZES = '50vw';

export function keepNear(items: readonly Item[]) {
  let near = new Set(items.filter(({ element }) => 'near' in element.dataset));
  let [item, last, saver, isComing] = [1, 1, false, false];
  const keep = (): void => {
    isComing = false;
    const line = (navigator as { connection?: Line }).connection;
    const ahead = pagesAhead(line, { saver });
    const wanted = new Set(items.slice(Math.max(0, item - 1 - BEHIND), last + ahead));
    for (const each of near) if (!wanted.has(each)) delete each.element.dataset.near;
    for (const each of wanted) {
      const { element, number } = each;
      if (!near.has(each)) {
        if (saver || line?.saveData)
          for (const source of element.querySelectorAll('source')) source.sizes = SAVER_SIZES;
        element.dataset.near = '';
      }
      // Pictures ahead load before they are near, in the order in which we set them.
      if (number > item) for (const image of element.querySelectorAll('img')) image.loading = 'eager';
    }
    near = wanted;
  };
  return (seen: Pick<Seen, 'item' | 'last'>, showing: { saver: boolean }): void => {
    const shown = items[seen.item - 1];
    ({ item, last } = seen);
    ({ saver } = showing);
    if (shown && !near.has(shown)) keep();
    // Draws a loaded page first. Changes around it would cost that frame.
    else if (!isComing) {
      isComing = true;
      requestAnimationFrame(() => setTimeout(keep));
    }
  };
}
