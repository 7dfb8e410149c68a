/** Highlights the spoken sentence, and keeps it in the upper half of the screen while the reader follows. */

import { TOP_PIXELS } from '../prose/flow.ts';
import type { Book, Flow } from '../prose/types.ts';
import { boxOf, rangeOf, type Said } from './text.ts';

const NAME = 'aloud';
/** A sentence above the screen or below `LOW_SHARE` of it moves to this share of the screen. */
const TOP_SHARE = 0.2;
const LOW_SHARE = 0.55;
/** How long the page may take to come to rest. */
const MOVING_MS = 1200;

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** The layout of the text, once its script has loaded. */
const flowOf = (article: HTMLElement): Flow | undefined => (article.book as Book | undefined)?.flow;

export type Sight = {
  /** Scrolls to the sentence, unless the reader has turned away from the previous one. */
  show(said: Said, isAsked?: boolean): void;
  clear(): void;
};

export function createSight(
  article: HTMLElement,
  bar: HTMLElement,
  { onAway, signal }: { onAway(isAway: boolean): void; signal: AbortSignal },
): Sight {
  const highlights = 'highlights' in CSS ? CSS.highlights : undefined;
  let shown: Said | null = null;
  let movesUntil = 0;

  function isInSight(said: Said): boolean {
    const { left, right, top, bottom } = boxOf(said);
    const area = article.getBoundingClientRect();
    const low = innerHeight - bar.offsetHeight;
    if (!flowOf(article)?.isOwn) return bottom > 0 && top < low;
    const isBeside = right > Math.max(0, area.left) && left < Math.min(innerWidth, area.right);
    return isBeside && bottom > Math.max(0, area.top) && top < Math.min(low, area.bottom);
  }

  function bring(said: Said): void {
    const flow = flowOf(article);
    if (!flow) return;
    const box = boxOf(said);
    if (flow.isOwn) {
      // The content below the pages may be in sight.
      if (scrollY > 0) scrollTo({ top: 0, behavior: 'instant' });
      if (isInSight(said)) return;
      movesUntil = performance.now() + MOVING_MS;
      flow.bring(boxOf(said), TOP_PIXELS);
    } else if (box.top < 0 || box.bottom > LOW_SHARE * innerHeight) {
      const behavior = still.matches ? 'instant' : 'smooth';
      movesUntil = performance.now() + MOVING_MS;
      scrollBy({ top: box.top - TOP_SHARE * innerHeight, behavior });
    }
  }

  const look = (): void => onAway(shown !== null && performance.now() > movesUntil && !isInSight(shown));
  let isComing = false;
  const lookSoon = (): void => {
    if (isComing) return;
    isComing = true;
    requestAnimationFrame(() => {
      isComing = false;
      if (!signal.aborted) look();
    });
  };
  const watch = (types: readonly string[], listener: () => void): void => {
    for (const type of types) addEventListener(type, listener, { capture: true, passive: true, signal });
  };
  watch(['scroll', 'resize'], lookSoon);
  // From now on, the reader scrolls.
  watch(['keydown', 'pointerdown', 'touchmove', 'wheel'], () => {
    movesUntil = 0;
  });

  return {
    show(said, isAsked = false) {
      const isAlong = isAsked || !shown || performance.now() < movesUntil || isInSight(shown);
      shown = said;
      const range = rangeOf(said);
      if (range) highlights?.set(NAME, new Highlight(range));
      else highlights?.delete(NAME);
      if (isAlong) bring(said);
      look();
    },
    clear() {
      shown = null;
      highlights?.delete(NAME);
    },
  };
}

export function firstInSight(article: HTMLElement, all: readonly Said[]): number {
  const flow = flowOf(article);
  if (!flow || flow.isAtStart()) return 0;
  let [low, high] = [0, all.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (flow.isOnScreen(boxOf(all[middle] as Said))) high = middle;
    else low = middle + 1;
  }
  return Math.max(0, low);
}
