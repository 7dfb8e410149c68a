/** A chapter page by page: thirds of the screen, swipes, the wheel and keys turn it, to the next chapter at its end. */
import { flowOf, goToPage, isPaged, isTurned, pageOf } from './flow.ts';

const SWIPE_PIXELS = 40;
/** One push of the wheel is one page, however long it goes on. */
const WHEEL_REST_MS = 350;

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** `onward`: what follows the chapter; it is shown first. */
export function wakePages(article: HTMLElement, { onward, back }: { onward(): void; back(): void }) {
  const behavior = (): ScrollBehavior => (still.matches ? 'instant' : 'smooth');
  const end = () => document.querySelector<HTMLElement>('#end');
  const isEndInSight = (): boolean => scrollY > 8;
  // The margins beside the text turn, too.
  const area = article.closest('main') ?? article;
  const isBeside = (y: number): boolean => {
    const { top, bottom } = article.getBoundingClientRect();
    return isPaged() && y >= top && y <= bottom;
  };

  /** False where text is scrolled. */
  function turn(by: 1 | -1): boolean {
    if (!isPaged()) return false;
    const flow = flowOf(article);
    if (isEndInSight()) {
      if (by > 0) onward();
      else scrollTo({ top: 0, behavior: behavior() });
    } else if (by > 0 && flow.isAtEnd()) end()?.scrollIntoView({ behavior: behavior() });
    else if (by < 0 && flow.isAtStart()) back();
    else goToPage(article, by > 0 ? Math.floor(pageOf(article)) + 1 : pageOf(article) - 1, behavior());
    return true;
  }

  function jump(to: 'first' | 'last'): boolean {
    if (!isPaged()) return false;
    scrollTo({ top: 0, behavior: 'instant' });
    goToPage(article, to === 'first' ? 0 : Number.MAX_SAFE_INTEGER);
    return true;
  }

  const side = (x: number): 1 | -1 | 0 => {
    const share = x / innerWidth;
    const onwardSide = isTurned(article) ? -1 : 1;
    if (share < 1 / 3) return -onwardSide as 1 | -1;
    return share > 2 / 3 ? onwardSide : 0;
  };
  area.addEventListener('click', (event) => {
    const { target, clientX, clientY } = event;
    if (!isBeside(clientY) || event.defaultPrevented || !getSelection()?.isCollapsed) return;
    if (target instanceof Element && target.closest('a,button,aside,summary,input,video,audio')) return;
    const by = side(clientX);
    if (by !== 0) turn(by);
  });

  let from: Touch | undefined;
  area.addEventListener(
    'touchstart',
    ({ touches }) => {
      from = touches.length === 1 ? touches[0] : undefined;
    },
    { passive: true },
  );
  area.addEventListener(
    'touchend',
    ({ changedTouches: [to] }) => {
      if (!from || !to || !isBeside(from.clientY) || !getSelection()?.isCollapsed) return;
      const [x, y] = [to.clientX - from.clientX, to.clientY - from.clientY];
      if (Math.abs(x) < SWIPE_PIXELS || Math.abs(x) < 1.5 * Math.abs(y)) return;
      turn(x < 0 === isTurned(article) ? -1 : 1);
    },
    { passive: true },
  );

  let restsUntil = 0;
  area.addEventListener(
    'wheel',
    (event) => {
      const by = Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : event.deltaY;
      if (!isBeside(event.clientY) || event.ctrlKey || by === 0 || isEndInSight()) return;
      event.preventDefault();
      const rests = event.timeStamp < restsUntil;
      restsUntil = event.timeStamp + WHEEL_REST_MS;
      if (!rests) turn(by > 0 ? 1 : -1);
    },
    { passive: false },
  );
  // A link that is reached by Tab, a word that is found: the browser brings it anywhere.
  article.addEventListener('scrollend', () => {
    if (isPaged()) goToPage(article, pageOf(article));
  });
  return { turn, jump };
}
