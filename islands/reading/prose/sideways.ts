/** Vertical lines from right to left: the chapter scrolls sideways, and its end stands below. */

import { scrollerAt } from './scroller.ts';
import { followTarget } from './target.ts';
import type { Flow, Ways } from './types.ts';

const SLACK = 2;
/** Share of the screen. */
const SCREEN_SHARE = 0.9;
/** Pixels that browsers use for a line of the wheel. */
const LINE_PIXELS = 40;

export function sideways(article: HTMLElement, { back }: Ways, top: number): Flow {
  const left = new AbortController();
  const { signal } = left;
  const last = (): number => article.scrollWidth - article.clientWidth;
  const way = (): number => Math.abs(article.scrollLeft);
  const edge = (): number => article.getBoundingClientRect().right;
  const isEndInSight = (): boolean => scrollY > 8;
  const goTo = (to: number, behavior?: ScrollBehavior): void =>
    article.scrollTo({ left: -to, ...(behavior && { behavior }) });

  const flow: Flow = {
    isTurned: true,
    isOwn: true,
    isAtStart: () => way() <= SLACK,
    isAtEnd: () => way() >= last() - SLACK,
    isOnScreen: (box) => box.left < edge() - top,
    isBehind: (box, line) => box.right <= line.left + 1,
    topOf: (box) => edge() - box.right,
    bring: (box, to) => goTo(way() + edge() - box.right - to, 'instant'),
    toStart: () => goTo(0, 'instant'),
    way,
    turn(by) {
      if (isEndInSight()) {
        if (by > 0) return false;
        scrollTo({ top: 0 });
      } else if (by > 0 && flow.isAtEnd()) document.querySelector('#end')?.scrollIntoView();
      else if (by < 0 && flow.isAtStart()) back();
      else goTo(way() + by * SCREEN_SHARE * article.clientWidth);
      return true;
    },
    jump(to) {
      scrollTo({ top: 0, behavior: 'instant' });
      goTo(to === 'first' ? 0 : last(), 'instant');
      return true;
    },
    leave: () => left.abort(),
  };

  followTarget(article, (box) => flow.bring(box, top), signal);
  // Scrolling down moves forward, as in every other text. After the last line, the document scrolls.
  article.addEventListener(
    'wheel',
    (event) => {
      const { deltaX, deltaY, deltaMode } = event;
      if (event.ctrlKey || Math.abs(deltaX) > Math.abs(deltaY) || deltaY === 0) return;
      if (scrollerAt(event.target, { y: deltaY }) || isEndInSight()) return;
      if (deltaY > 0 ? flow.isAtEnd() : flow.isAtStart()) return;
      event.preventDefault();
      article.scrollBy({ left: -deltaY * (deltaMode === 0 ? 1 : LINE_PIXELS), behavior: 'instant' });
    },
    { passive: false, signal },
  );
  return flow;
}
