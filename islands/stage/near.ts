/**
 * Which pictures are there: those near the reader, and some ahead, as many as the line is good for. What is far away gives its
 * memory back; its box stays, so nothing moves.
 */
import type { Item, Seen } from './types.ts';

const BEHIND = 2;

type Line = { saveData?: boolean; effectiveType?: string };

/** Pages ahead: four on a good line, fewer on a slow one, one for who saves data. */
export function pagesAhead(line: Line | undefined, { saver }: { saver: boolean }): number {
  if (saver || line?.saveData) return 1;
  if (line?.effectiveType === undefined || line.effectiveType === '4g') return 4;
  return line.effectiveType === '3g' ? 3 : 2;
}

/** A half of what the screen could show is enough for who saves data. */
const SAVER_SIZES = '50vw';

export function keepNear(items: readonly Item[]) {
  let near = new Set(items.filter(({ element }) => 'near' in element.dataset));
  return (seen: Pick<Seen, 'item' | 'last'>, { saver }: { saver: boolean }): void => {
    const line = (navigator as { connection?: Line }).connection;
    const ahead = pagesAhead(line, { saver });
    const wanted = new Set(items.slice(Math.max(0, seen.item - 1 - BEHIND), seen.last + ahead));
    for (const item of near) if (!wanted.has(item)) delete item.element.dataset.near;
    for (const item of wanted) {
      if (!near.has(item)) {
        if (saver || line?.saveData)
          for (const source of item.element.querySelectorAll('source')) source.sizes = SAVER_SIZES;
        item.element.dataset.near = '';
      }
      // What is ahead is fetched before it is near; in order, since a browser asks in the order it is told.
      if (item.number > seen.item)
        for (const image of item.element.querySelectorAll('img')) image.loading = 'eager';
    }
    near = wanted;
  };
}
