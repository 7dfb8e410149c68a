/** A chapter page by page. Browsers cut columns along lines, so pages of vertical text lie below each other. */

import { scrollerAt } from './scroller.ts';
import { followTarget } from './target.ts';
import type { Flow, Ways } from './types.ts';

const SWIPE_PIXELS = 40;
/** One push of the wheel turns one page, however long it lasts. */
const WHEEL_REST_MS = 350;
/** Boxes are not whole pixels. */
const SLACK = 2;
/** Share of a page. */
const SLACK_SHARE = 0.02;

const still = matchMedia('(prefers-reduced-motion: reduce)');

const isEndInSight = (): boolean => scrollY > 8;

export function pages(article: HTMLElement, { onward, back }: Ways, isUpright: boolean): Flow {
  const { signal, abort } = abortion();
  const isRight = !isUpright && getComputedStyle(article).direction === 'rtl';
  const isTurned = isUpright || isRight;
  const end = () => document.querySelector<HTMLElement>('#end');
  const behavior = (): ScrollBehavior => (still.matches ? 'instant' : 'smooth');

  function step(): number {
    const gap = Number.parseFloat(getComputedStyle(article).columnGap) || 0;
    return gap + (isUpright ? article.clientHeight : article.clientWidth);
  }
  const last = (): number =>
    isUpright ? article.scrollHeight - article.clientHeight : article.scrollWidth - article.clientWidth;
  const way = (): number => (isUpright ? article.scrollTop : Math.abs(article.scrollLeft));
  function off(box: DOMRect): number {
    const { left, right, top } = article.getBoundingClientRect();
    if (isUpright) return box.top - top;
    return isRight ? right - box.right : box.left - left;
  }

  /** The current page, or the one being turned to. */
  let here = 0;
  function goTo(page: number, behavior: ScrollBehavior = 'instant'): void {
    const most = last();
    here = Math.max(0, Math.min(page, Math.round(most / step())));
    const to = Math.min(here * step(), most);
    // The other axis stays at 0.
    if (isUpright) article.scrollTo({ top: to, left: 0, behavior: 'instant' });
    else article.scrollTo({ left: isRight ? -to : to, top: 0, behavior });
  }
  /** A focused link or a found word may scroll the article anywhere. Aligns it to a page again. */
  function makeWhole(): void {
    const at = way() / step();
    if (Math.abs(at - here) < SLACK_SHARE) return;
    goTo(at > here ? Math.ceil(at - SLACK_SHARE) : Math.floor(at + SLACK_SHARE));
  }

  /** With two columns per page, a single last column gets an empty one beside it. */
  function evenOut(): void {
    delete article.dataset.odd;
    const { columnCount, columnGap } = getComputedStyle(article);
    if (columnCount !== '2') return;
    const gap = Number.parseFloat(columnGap) || 0;
    const columns = Math.round((2 * (article.scrollWidth + gap)) / step());
    if (columns % 2 === 1) article.dataset.odd = '';
  }

  function turn(by: 1 | -1): boolean {
    if (isEndInSight()) {
      if (by > 0) onward();
      else scrollTo({ top: 0, behavior: behavior() });
    } else if (by > 0 && flow.isAtEnd()) end()?.scrollIntoView({ behavior: behavior() });
    else if (by < 0 && flow.isAtStart()) back();
    else goTo(here + by, behavior());
    return true;
  }

  const flow: Flow = {
    isTurned,
    isOwn: true,
    isAtStart: () => way() <= SLACK,
    isAtEnd: () => way() >= last() - SLACK,
    isOnScreen(box) {
      const { left, right, top } = article.getBoundingClientRect();
      if (isUpright) return box.bottom > top + SLACK;
      return isRight ? box.left < right - SLACK : box.right > left + SLACK;
    },
    // A page may begin within a sentence, and is restored the same way.
    isBehind: () => true,
    topOf: () => 0,
    bring: (box) => goTo(Math.floor((way() + off(box) + SLACK) / step())),
    toStart: () => goTo(0),
    way,
    turn,
    jump(to) {
      scrollTo({ top: 0, behavior: 'instant' });
      goTo(to === 'first' ? 0 : Number.MAX_SAFE_INTEGER);
      return true;
    },
    settle: evenOut,
    leave() {
      abort();
      delete article.dataset.odd;
    },
  };
  evenOut();
  makeWhole();
  followTarget(article, (box) => flow.bring(box, 0), signal);
  article.addEventListener('scrollend', makeWhole, { signal });
  listenToHands(article, { turn, isTurned, signal });
  return flow;
}

function abortion(): { signal: AbortSignal; abort(): void } {
  const left = new AbortController();
  return { signal: left.signal, abort: () => left.abort() };
}

type Hands = { turn(by: 1 | -1): boolean; isTurned: boolean; signal: AbortSignal };

function listenToHands(article: HTMLElement, { turn, isTurned, signal }: Hands): void {
  // The margins beside the text turn pages, too.
  const area = article.closest('main') ?? article;
  const onwardSide = isTurned ? -1 : 1;
  const isBeside = (y: number): boolean => {
    const { top, bottom } = article.getBoundingClientRect();
    return y >= top && y <= bottom;
  };
  const side = (x: number): number => {
    const { left, width } = area.getBoundingClientRect();
    const share = (x - left) / width;
    if (share < 1 / 3) return -onwardSide;
    return share > 2 / 3 ? onwardSide : 0;
  };
  area.addEventListener(
    'click',
    ({ target, clientX, clientY, defaultPrevented }) => {
      if (!isBeside(clientY) || defaultPrevented || !getSelection()?.isCollapsed) return;
      if (target instanceof Element && target.closest('a,button,aside,[data-slot],summary,input,video,audio'))
        return;
      const by = side(clientX);
      if (by !== 0) turn(by > 0 ? 1 : -1);
    },
    { signal },
  );

  let from: Touch | undefined;
  area.addEventListener(
    'touchstart',
    ({ touches, target }) => {
      from = touches.length === 1 && !scrollerAt(target) ? touches[0] : undefined;
    },
    { passive: true, signal },
  );
  area.addEventListener(
    'touchend',
    ({ changedTouches: [to] }) => {
      if (!from || !to || !isBeside(from.clientY) || !getSelection()?.isCollapsed) return;
      const [x, y] = [to.clientX - from.clientX, to.clientY - from.clientY];
      if (Math.abs(x) < SWIPE_PIXELS || Math.abs(x) < 1.5 * Math.abs(y)) return;
      turn(x < 0 === !isTurned ? 1 : -1);
    },
    { passive: true, signal },
  );

  let restsUntil = 0;
  area.addEventListener(
    'wheel',
    (event) => {
      const { deltaX, deltaY, timeStamp } = event;
      const isAcross = Math.abs(deltaX) > Math.abs(deltaY);
      const by = isAcross ? deltaX : deltaY;
      if (!isBeside(event.clientY) || event.ctrlKey || by === 0 || isEndInSight()) return;
      if (scrollerAt(event.target, { x: deltaX, y: deltaY })) return;
      event.preventDefault();
      const rests = timeStamp < restsUntil;
      restsUntil = timeStamp + WHEEL_REST_MS;
      // Scrolling down turns forward. Scrolling sideways turns in its own direction.
      const isOn = by > 0 === !(isAcross && isTurned);
      if (!rests) turn(isOn ? 1 : -1);
    },
    { passive: false, signal },
  );
}
