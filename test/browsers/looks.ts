/** What people see of a reader, asked of the page itself. */
import type { Tab } from '../support/engines/tab.ts';

/** Numbers of the pages on the screen, from left to right or from above. */
export const onScreen = (tab: Tab): Promise<number[]> =>
  tab.look(() =>
    [...document.querySelectorAll<HTMLElement>('[data-item]')]
      .map((item) => ({ id: item.id, box: item.getBoundingClientRect() }))
      .filter(
        ({ box }) =>
          box.right > 2 && box.left < innerWidth - 2 && box.bottom > 2 && box.top < innerHeight - 2,
      )
      .sort((one, other) => one.box.left - other.box.left)
      .map(({ id }) => Number(id.slice(1))),
  );

/** The stage says so and its pictures have come. */
export const reaches = (tab: Tab, item: number, last = item): Promise<void> =>
  tab.until(
    `pages ${item} to ${last} are shown`,
    (from, to) => {
      const seen = document.querySelector<HTMLElement>('[data-stage]')?.stage?.seen;
      const image = document.querySelector<HTMLImageElement>(`#p${from} img`);
      return seen?.item === from && seen.last === to && image?.complete && image.naturalWidth > 0;
    },
    item,
    last,
  );

export const overflowOf = (tab: Tab): Promise<number> =>
  tab.look(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

export const at = (tab: Tab, path: string): Promise<void> =>
  tab.until(
    `the page ${path}`,
    (wanted) => document.readyState === 'complete' && location.pathname + location.search === wanted,
    path,
  );
