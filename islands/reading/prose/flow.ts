import type { Flow, Ways } from './types.ts';

/** How text lies on the screen: here one column that the document scrolls. Other layouts have files of their own. */

declare global {
  interface ImportMeta {
    later(path: './own.ts'): Promise<typeof import('./own.ts')>;
    later(path: './help.ts'): Promise<typeof import('./help.ts')>;
    later(path: './ahead.ts'): Promise<typeof import('./ahead.ts')>;
  }
}

/** The top line is a little below the edge of the screen, so that it is fully visible. */
export const TOP_PIXELS = 24;

const { dataset } = document.documentElement;

export const isPaged = (): boolean => dataset.move === 'pages';

/** The book sets vertical text, unless its reader chooses otherwise. */
const isUpright = (article: HTMLElement): boolean => 'upright' in article.dataset && !dataset.writing;

export const shapeOf = (article: HTMLElement): string => `${isPaged()} ${isUpright(article)}`;

export async function openFlow(article: HTMLElement, ways: Ways): Promise<Flow> {
  const is = isUpright(article);
  if (!isPaged() && !is) return scrolling(article);
  try {
    const { pages, sideways } = await import.meta.later('./own.ts');
    return isPaged() ? pages(article, ways, is) : sideways(article, ways, TOP_PIXELS);
  } catch {
    // Without that file, nobody could read on. The text is laid out as without scripts.
    dataset.writing = 'horizontal';
    delete dataset.move;
    return scrolling(article);
  }
}

const scrolling = (article: HTMLElement): Flow => ({
  isTurned: getComputedStyle(article).direction === 'rtl',
  isOwn: false,
  isAtStart: () => scrollY <= 0,
  isAtEnd: () => article.getBoundingClientRect().bottom <= innerHeight,
  isOnScreen: ({ bottom }) => bottom > TOP_PIXELS,
  isBehind: ({ top }, { bottom }) => top >= bottom - 1,
  topOf: ({ top }) => top,
  bring: (box, top) => scrollBy({ top: box.top - top, behavior: 'instant' }),
  toStart: () => scrollTo({ top: 0, behavior: 'instant' }),
  way: () => scrollY,
  turn(by) {
    scrollBy({ top: by * 0.9 * innerHeight });
    return true;
  },
  jump: () => false,
});
