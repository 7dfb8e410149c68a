/** How text lies on the screen: one long column that the document scrolls, or pages beside each other. */

export type Flow = {
  /** Nothing of the chapter is before the screen. */
  isAtStart(): boolean;
  isAtEnd(): boolean;
  isOnScreen(box: DOMRect): boolean;
  /** Brings a line to where the screen begins, or the page that holds it; false where it is there already. */
  bring(box: DOMRect, top: number): boolean;
  toStart(): void;
};

/** What is read stands a little below the edge of the screen, so that its line is seen whole. */
export const TOP_PIXELS = 24;
/** Boxes are no whole pixels. */
const SLACK = 2;

const root = document.documentElement;

export const isPaged = (): boolean => root.dataset.move === 'pages';

export const isTurned = (article: Element): boolean => getComputedStyle(article).direction === 'rtl';

export function flowOf(article: HTMLElement): Flow {
  return isPaged() ? pages(article) : scrolling(article);
}

const scrolling = (article: HTMLElement): Flow => ({
  isAtStart: () => scrollY <= 0,
  isAtEnd: () => article.getBoundingClientRect().bottom <= innerHeight,
  isOnScreen: ({ bottom }) => bottom > TOP_PIXELS,
  bring(box, top) {
    if (Math.abs(box.top - top) < 1) return false;
    scrollBy({ top: box.top - top, behavior: 'instant' });
    return true;
  },
  toStart: () => scrollTo({ top: 0, behavior: 'instant' }),
});

/** From one page to the next: its columns and the room behind each. */
export const stepOf = (article: HTMLElement): number =>
  article.clientWidth + (Number.parseFloat(getComputedStyle(article).columnGap) || 0);

const lastOf = ({ scrollWidth, clientWidth }: HTMLElement): number => scrollWidth - clientWidth;

/** Two columns make a page: a last one alone gets an empty one beside it. */
export function evenOut(article: HTMLElement): void {
  delete article.dataset.odd;
  const { columnCount, columnGap } = getComputedStyle(article);
  if (!isPaged() || columnCount !== '2') return;
  const gap = Number.parseFloat(columnGap) || 0;
  const columns = Math.round((2 * (article.scrollWidth + gap)) / stepOf(article));
  if (columns % 2 === 1) article.dataset.odd = '';
}

/** In pixels from the first page on, whichever way they lie. */
export const wayOf = ({ scrollLeft }: HTMLElement): number => Math.abs(scrollLeft);

export function goToPage(article: HTMLElement, page: number, behavior: ScrollBehavior = 'instant'): void {
  const way = Math.max(0, Math.min(page * stepOf(article), lastOf(article)));
  article.scrollTo({ left: isTurned(article) ? -way : way, top: 0, behavior });
}

/** The page that is shown; one that is half turned counts as the one that it is turned to. */
export const pageOf = (article: HTMLElement): number => Math.ceil((wayOf(article) - SLACK) / stepOf(article));

const pages = (article: HTMLElement): Flow => ({
  isAtStart: () => wayOf(article) <= SLACK,
  isAtEnd: () => wayOf(article) >= lastOf(article) - SLACK,
  isOnScreen(box) {
    const { left, right } = article.getBoundingClientRect();
    return isTurned(article) ? box.left < right - SLACK : box.right > left + SLACK;
  },
  bring(box) {
    const { left, right } = article.getBoundingClientRect();
    const off = isTurned(article) ? right - box.right : box.left - left;
    const page = Math.floor((wayOf(article) + off + SLACK) / stepOf(article));
    if (page === pageOf(article)) return false;
    goToPage(article, page);
    return true;
  },
  toStart: () => goToPage(article, 0),
});
