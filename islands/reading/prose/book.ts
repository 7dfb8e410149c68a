/** A chapter that is read: which sentence stands at the top of the screen, and the way back to it whatever becomes of the screen. */
import type { Item, Seen } from '../stage/types.ts';
import { type Flow, isPaged, openFlow, shapeOf, TOP_PIXELS, type Ways } from './flow.ts';
import { type ReadText, readText } from './text.ts';

declare global {
  interface ImportMeta {
    later(path: './hit.ts'): Promise<typeof import('./hit.ts')>;
  }
}

export type Book = {
  readonly items: readonly Item[];
  /** `last`: the last chapter that was read to its end; `fraction`: the share of the chapter's characters before the sentence at the top. */
  readonly seen: Seen;
  readonly isDone: boolean;
  /** How it lies on the screen now. */
  readonly flow: Flow;
  readonly text: ReadText;
  goTo(fraction: number): void;
  onSeen(listener: (seen: Seen) => void): void;
};

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
  /** The first character on the screen and how far its line is from the top, until somebody scrolls. */
  let held = { at: 0, top: 0 };
  /** A place that was gone to: until somebody scrolls it is where one is, though its line begins with another sentence. */
  let wanted: { at: number; line: number; top: number; way: number } | null = null;
  let start = 0;
  let flow = await openFlow(article, ways);
  let seen = look();

  function look(): Seen {
    const isAtEnd = flow.isAtEnd();
    const at = flow.isAtStart() ? 0 : text.firstWhere(flow.isOnScreen);
    const line = text.boxAt(at);
    held = { at, top: line ? flow.topOf(line) : 0 };
    // A page that begins within a sentence is found again as it was.
    start = wanted?.at ?? (at === 0 || isPaged() || !line ? at : sentenceOn(at, line));
    const fraction = text.length > 0 ? Math.min(1, start / text.length) : 0;
    const last = isAtEnd ? number : number - 1;
    return { item: number, last, fraction, share: before + of * (isAtEnd ? 1 : fraction), isAtEnd };
  }

  /** The sentence that begins last in the line of a character, else the one that this line goes on with. */
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

  /** Brings back what was on the screen. */
  function hold(isOtherWay: boolean): void {
    flow.settle?.();
    if (start === 0 && held.at === 0) return;
    wanted ??= { at: start, line: held.at, top: held.top, way: 0 };
    if (isOtherWay) Object.assign(wanted, { line: wanted.at, top: TOP_PIXELS });
    bring(wanted.line, wanted.top);
  }

  /** What was scrolled stands on pages now, or the reverse. */
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

/** What the reader's choices stand in (../typography/typography.ts). */
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
  // Another font, a turned phone, a picture that comes late: the line that was at the top stays there.
  let size = '';
  new ResizeObserver(() => {
    const now = `${article.clientWidth} ${article.clientHeight}`;
    if (size !== '' && now !== size) holdNow();
    else updateSoon();
    size = now;
  }).observe(article);
  // Pages keep their size when what stands on them is set otherwise, or in a face that comes late.
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
