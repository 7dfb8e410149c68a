/** How text lies on the screen: one long column that the document scrolls. Pages and upright lines come in files of their own. */

export type Flow = {
  /** What goes on lies to the left. */
  readonly isTurned: boolean;
  /** Keys, as on pages: the document does not scroll. */
  readonly isOwn: boolean;
  /** Nothing of the chapter is before the screen. */
  isAtStart(): boolean;
  isAtEnd(): boolean;
  isOnScreen(box: DOMRect): boolean;
  /** Whether a line comes behind another one. */
  isBehind(box: DOMRect, line: DOMRect): boolean;
  /** How far a line is from where the screen begins. */
  topOf(box: DOMRect): number;
  /** Brings a line to where the screen begins, or the page that holds it. */
  bring(box: DOMRect, top: number): void;
  toStart(): void;
  /** In pixels from the beginning on, whichever way text lies. */
  way(): number;
  /** A page, or a screen, on or back; false where there is none to go to. */
  turn(by: 1 | -1): boolean;
  jump(to: 'first' | 'last'): boolean;
  /** Called when its lines have moved. */
  settle?(): void;
  /** It listens no more. */
  leave?(): void;
};

/** What follows the chapter and what comes before it. */
export type Ways = { onward(): void; back(): void };

declare global {
  interface ImportMeta {
    later(path: './own.ts'): Promise<typeof import('./own.ts')>;
    later(path: './help.ts'): Promise<typeof import('./help.ts')>;
    later(path: './ahead.ts'): Promise<typeof import('./ahead.ts')>;
  }
}

/** What is read stands a little below the edge of the screen, so that its line is seen whole. */
export const TOP_PIXELS = 24;

const { dataset } = document.documentElement;

export const isPaged = (): boolean => dataset.move === 'pages';

/** Lines run from top to bottom, as the book has them, unless its reader wants them otherwise. */
const isUpright = (article: HTMLElement): boolean => 'upright' in article.dataset && !dataset.writing;

/** Tells one way of lying from another. */
export const shapeOf = (article: HTMLElement): string => `${isPaged()} ${isUpright(article)}`;

export async function openFlow(article: HTMLElement, ways: Ways): Promise<Flow> {
  const is = isUpright(article);
  if (!isPaged() && !is) return scrolling(article);
  try {
    const { pages, sideways } = await import.meta.later('./own.ts');
    return isPaged() ? pages(article, ways, is) : sideways(article, ways, TOP_PIXELS);
  } catch {
    // Without that file nobody would come further: the text lies as it does without any script.
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
