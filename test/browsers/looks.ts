import type { Tab } from '../support/engines/tab.ts';

/** Only these pages are on the screen, from left to right or from top to bottom. */
export const shows = (tab: Tab, ...numbers: number[]): Promise<void> =>
  tab.until(
    `nothing but pages ${numbers} is on the screen`,
    (wanted) => {
      const shown = [...document.querySelectorAll<HTMLElement>('[data-item]')]
        .map((item) => ({ id: item.id, box: item.getBoundingClientRect() }))
        .filter(
          ({ box }) =>
            box.right > 2 && box.left < innerWidth - 2 && box.bottom > 2 && box.top < innerHeight - 2,
        )
        .sort((one, other) => one.box.left - other.box.left)
        .map(({ id }) => id.slice(1));
      return shown.join() === wanted;
    },
    numbers.join(),
  );

/** The stage reports this range and its pictures have loaded. */
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

export const fits = (tab: Tab): Promise<void> =>
  tab.until('the page fits', () => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth === clientWidth;
  });

export const at = (tab: Tab, path: string): Promise<void> =>
  tab.until(
    `the page ${path}`,
    (wanted) =>
      document.documentElement.hasAttribute('data-ready') && location.pathname + location.search === wanted,
    path,
  );
