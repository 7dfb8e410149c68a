/** A chapter being read: finds the sentence at the top of the screen, and restores it after layout changes. */

import type { Seen } from '../stage/types.ts';
import { isPaged, openFlow, shapeOf, TOP_PIXELS } from './flow.ts';
import { readText } from './text.ts';
import type { Book, Ways } from './types.ts';

declare global {
  interface ImportMeta {
    later(path: './hit.ts'): Promise<typeof import('./hit.ts')>;
  }
}

export type Chapter = { id: string; number: number; count: number; before: number; of: number };

export async function openBook(article: HTMLElement, chapter: Chapter, ways: Ways): Promise<Book> {
  const { id, number, count, before, of } = chapter;
  const text = readText(article, article.querySelector('[lang]')?.getAttribute('lang') ?? undefined);
  const listeners = new Set<(seen: Seen) => void>();
  const items = Array.from({ length: count }, (_, at) => ({
    id: at + 1 === number ? id : '',
    number: at + 1,
    element: article,
  }));
  /** The first character on screen and its line's distance from the top, until the reader scrolls. */
  let held = { at: 0, top: 0 };
  /** The place we went to, until the reader scrolls. Its line may begin with another sentence. */
  let wanted: { at: number; line: number; top: number; way: number } | null = null;
  let start = 0;
  let flow = await openFlow(article, ways);
  let seen = look();

  function look(): Seen {
    const isAtEnd = flow.isAtEnd();
    const at = flow.isAtStart() ? 0 : text.firstWhere(flow.isOnScreen);
    const line = text.boxAt(at);
    held = { at, top: line ? flow.topOf(line) : 0 };
    // A page may begin within a sentence, and is restored the same way.
    start = wanted?.at ?? (at === 0 || isPaged() || !line ? at : sentenceOn(at, line));
    const fraction = text.length > 0 ? Math.min(1, start / text.length) : 0;
    const last = isAtEnd ? number : number - 1;
    return { item: number, last, fraction, share: before + of * (isAtEnd ? 1 : fraction), isAtEnd };
  }

  /** The last sentence that begins in the line of a character, else the one that continues there. */
  function sentenceOn(at: number, line: DOMRect): number {
    const behind = text.firstWhere((box) => flow.isBehind(box, line));
    return text.sentenceAt(Math.max(at, Math.min(behind, text.length) - 1));
  }

  function update(): void {
    if (wanted && Math.abs(flow.way() - wanted.way) > 1) wanted = null;
    seen = look();
    for (const listener of listeners) listener(seen);
  }

  function bring(at: number, top: number): void {
    const box = text.boxAt(at);
    if (box) flow.bring(box, top);
    if (wanted) wanted.way = flow.way();
  }

  function hold(isOtherWay: boolean): void {
    flow.settle?.();
    if (start === 0 && held.at === 0) return;
    wanted ??= { at: start, line: held.at, top: held.top, way: 0 };
    if (isOtherWay) Object.assign(wanted, { line: wanted.at, top: TOP_PIXELS });
    bring(wanted.line, wanted.top);
  }

  async function reshape(): Promise<void> {
    flow.leave?.();
    flow = await openFlow(article, ways);
    scrollTo({ top: 0, behavior: 'instant' });
    hold(true);
  }

  follow(article, { update, hold, reshape });
  return {
    items,
    text,
    get seen() {
      return seen;
    },
    get isDone() {
      return number === count && seen.isAtEnd;
    },
    get flow() {
      return flow;
    },
    goTo(fraction) {
      const at = Math.round(fraction * text.length);
      if (at > 0) bring(at, TOP_PIXELS);
      else flow.toStart();
      wanted = { at, line: at, top: TOP_PIXELS, way: flow.way() };
      update();
    },
    onSeen(listener) {
      listeners.add(listener);
      listener(seen);
    },
  };
}

type Followed = { update(): void; hold(isOtherWay: boolean): void; reshape(): Promise<void> };

/** Attributes with the reader's choices (../typography/typography.ts). */
const SETTINGS = [
  'style',
  ...'letters lines margins edge hyphens move writing'.split(' ').map((name) => `data-${name}`),
];

function follow(article: HTMLElement, { update, hold, reshape }: Followed): void {
  let isComing = false;
  let isReshaping = false;
  const updateSoon = (): void => {
    if (isComing) return;
    isComing = true;
    requestAnimationFrame(() => {
      isComing = false;
      if (!isReshaping) update();
    });
  };
  const holdNow = (): void => {
    if (!isReshaping) hold(false);
    updateSoon();
  };
  addEventListener('scroll', updateSoon, { passive: true });
  article.addEventListener('scroll', updateSoon, { passive: true });
  // A new font, a turned phone, a late picture: the line at the top stays there.
  let size = '';
  new ResizeObserver(() => {
    const now = `${article.clientWidth} ${article.clientHeight}`;
    if (size !== '' && now !== size) holdNow();
    else updateSoon();
    size = now;
  }).observe(article);
  // Pages keep their size when their typography changes, or when a font loads late.
  document.fonts.addEventListener('loadingdone', holdNow);
  let shape = shapeOf(article);
  new MutationObserver(async () => {
    if (isReshaping) return;
    if (shape === shapeOf(article)) return holdNow();
    isReshaping = true;
    while (shape !== shapeOf(article)) {
      shape = shapeOf(article);
      await reshape();
    }
    isReshaping = false;
    updateSoon();
  }).observe(document.documentElement, { attributes: true, attributeFilter: SETTINGS });
}
