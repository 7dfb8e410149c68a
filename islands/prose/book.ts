/** A chapter that is read: which sentence stands at the top of the screen, and the way back to it whatever becomes of the screen. */
import type { Item, Seen } from '../stage/types.ts';
import { evenOut, flowOf, isPaged, TOP_PIXELS, wayOf } from './flow.ts';
import { readText } from './text.ts';

export type Book = {
  readonly items: readonly Item[];
  /** `last`: the last chapter that was read to its end; `fraction`: the share of the chapter's characters before the sentence at the top. */
  readonly seen: Seen;
  readonly isDone: boolean;
  readonly isPaged: boolean;
  goTo(fraction: number): void;
  onSeen(listener: (seen: Seen) => void): void;
};

/** What the reader's choices stand in (../looks/looks.ts). */
const SETTINGS = [
  'style',
  'data-letters',
  'data-lines',
  'data-margins',
  'data-edge',
  'data-hyphens',
  'data-move',
];

export type Chapter = { id: string; number: number; count: number; before: number; of: number };

export function openBook(article: HTMLElement, chapter: Chapter): Book {
  const { id, number, count, before, of } = chapter;
  const text = readText(article, article.querySelector('[lang]')?.getAttribute('lang') ?? undefined);
  const listeners = new Set<(seen: Seen) => void>();
  const items = Array.from({ length: count }, (_, at) => ({
    id: at + 1 === number ? id : '',
    number: at + 1,
    element: article,
  }));
  /** The first character on the screen and how far its line is from the top, until somebody scrolls. */
  let held = { at: 0, top: 0 };
  /** A place that was gone to: until somebody scrolls it is where one is, though its line begins with another sentence. */
  let wanted: { at: number; line: number; top: number; way: number } | null = null;
  let start = 0;
  const way = (): number => (isPaged() ? wayOf(article) : scrollY);
  evenOut(article);
  let seen = look();

  function look(): Seen {
    const flow = flowOf(article);
    const isAtEnd = flow.isAtEnd();
    const at = flow.isAtStart() ? 0 : text.firstWhere(flow.isOnScreen);
    held = { at, top: text.boxAt(at)?.top ?? 0 };
    // A page that begins within a sentence is found again as it was.
    start = wanted?.at ?? (at === 0 || isPaged() ? at : sentenceOn(at));
    const fraction = text.length > 0 ? Math.min(1, start / text.length) : 0;
    const last = isAtEnd ? number : number - 1;
    return { item: number, last, fraction, share: before + of * (isAtEnd ? 1 : fraction), isAtEnd };
  }

  /** The sentence that begins last in the line of a character, else the one that this line goes on with. */
  function sentenceOn(at: number): number {
    const line = text.boxAt(at)?.bottom ?? 0;
    const behind = text.firstWhere(({ top }) => top >= line - 1);
    return text.sentenceAt(Math.max(at, Math.min(behind, text.length) - 1));
  }

  function update(): void {
    if (wanted && Math.abs(way() - wanted.way) > 1) wanted = null;
    seen = look();
    for (const listener of listeners) listener(seen);
  }

  function bring(at: number, top: number): void {
    const box = text.boxAt(at);
    if (box) flowOf(article).bring(box, top);
    if (wanted) wanted.way = way();
  }

  const book: Book = {
    items,
    get seen() {
      return seen;
    },
    get isDone() {
      return number === count && seen.isAtEnd;
    },
    get isPaged() {
      return isPaged();
    },
    goTo(fraction) {
      const at = Math.round(fraction * text.length);
      if (at > 0) bring(at, TOP_PIXELS);
      else flowOf(article).toStart();
      wanted = { at, line: at, top: TOP_PIXELS, way: way() };
      update();
    },
    onSeen(listener) {
      listeners.add(listener);
      listener(seen);
    },
  };

  follow(article, update, (isOtherWay) => {
    evenOut(article);
    if (start === 0 && held.at === 0) return;
    wanted ??= { at: start, line: held.at, top: held.top, way: 0 };
    if (isOtherWay) Object.assign(wanted, { line: wanted.at, top: TOP_PIXELS });
    bring(wanted.line, wanted.top);
  });
  return book;
}

/** `hold` brings back what was on the screen; `isOtherWay`: what was scrolled stands on pages now, or the reverse. */
function follow(article: HTMLElement, update: () => void, hold: (isOtherWay: boolean) => void): void {
  let isComing = false;
  const updateSoon = (): void => {
    if (isComing) return;
    isComing = true;
    requestAnimationFrame(() => {
      isComing = false;
      update();
    });
  };
  addEventListener('scroll', updateSoon, { passive: true });
  article.addEventListener('scroll', updateSoon, { passive: true });
  // Another font, a turned phone, a picture that comes late: the line that was at the top stays there.
  let size = '';
  new ResizeObserver(() => {
    const now = `${article.clientWidth} ${article.clientHeight}`;
    if (size !== '' && now !== size) hold(false);
    size = now;
    updateSoon();
  }).observe(article);
  // Pages keep their size when what stands on them is set otherwise.
  let wasPaged = isPaged();
  new MutationObserver(() => {
    const isOtherWay = wasPaged !== isPaged();
    wasPaged = isPaged();
    if (isOtherWay) scrollTo({ top: 0, behavior: 'instant' });
    hold(isOtherWay);
    updateSoon();
  }).observe(document.documentElement, { attributes: true, attributeFilter: SETTINGS });
}
