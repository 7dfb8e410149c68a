/** Asks again for pictures that failed, on every page, and says so where they do not come. Fetched with the first failure. */
import { type Gaps, pageGaps } from './gaps.ts';
import { footNotice } from './notice.ts';
import { type Tries, triesOf } from './tries.ts';

/** This much of a picture's box must be on the screen to count as turned to: a page beside the screen touches its edge. */
const SEEN_SHARE = 0.01;

/** Who leafs past a picture again and again asks for it once. */
const TURN_MS = 1000;

/** What the words stand in or beside: the sheet of a page, else whatever holds the picture. */
const boxOf = (image: HTMLImageElement): Element =>
  image.closest('[data-sheet]') ?? (image.closest('picture') ?? image).parentElement ?? image;

/** A preview of a file on this device does not come from the network. */
const isFromNetwork = ({ currentSrc, src }: HTMLImageElement): boolean => /^https?:/.test(currentSrc || src);

/** A file of its own: with the islands' clock (../clock.ts) React would come along. */
function later(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

const isBroken = ({ complete, currentSrc, naturalWidth }: HTMLImageElement): boolean =>
  complete && currentSrc !== '' && naturalWidth === 0;

export function keepTrying(): void {
  const lost = new Map<HTMLImageElement, Tries>();
  const inSight = new Map<Element, boolean>();
  const askedAt = new WeakMap<HTMLImageElement, number>();
  const press = (image: HTMLImageElement): void => lost.get(image)?.now();
  const gaps: Gaps = pageGaps(press);
  const notice = footNotice({ press, isInSight: (image) => inSight.get(boxOf(image)) === true });
  const sight = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const isTurnedTo = isIntersecting && inSight.get(target) === false;
        inSight.set(target, isIntersecting);
        if (isTurnedTo) turnTo(target);
      }
      notice.update();
    },
    { threshold: SEEN_SHARE },
  );

  function turnTo(box: Element): void {
    for (const [image, tries] of lost)
      if (boxOf(image) === box && performance.now() - (askedAt.get(image) ?? 0) > TURN_MS) tries.now();
  }

  function triesFor(image: HTMLImageElement): Tries {
    const known = lost.get(image);
    if (known) return known;
    const tries = triesOf({
      // The same address set again is a new request, and chooses among the sources again.
      ask() {
        askedAt.set(image, performance.now());
        image.setAttribute('src', image.getAttribute('src') ?? '');
      },
      show: (isLost) => (gaps.holds(image) ? gaps.show(image, isLost) : notice.show(image, isLost)),
      isOnline: () => navigator.onLine,
      later,
    });
    lost.set(image, tries);
    sight.observe(boxOf(image));
    return tries;
  }

  function came(image: HTMLImageElement): void {
    const tries = lost.get(image);
    if (!tries) return;
    lost.delete(image);
    tries.came();
    const box = boxOf(image);
    if ([...lost.keys()].some((other) => boxOf(other) === box)) return;
    sight.unobserve(box);
    inSight.delete(box);
  }

  const fail = (image: HTMLImageElement): void => {
    if (isFromNetwork(image)) triesFor(image).failed();
  };
  const onPicture = (type: 'error' | 'load', deed: (image: HTMLImageElement) => void): void =>
    document.addEventListener(
      type,
      ({ target }) => {
        if (target instanceof HTMLImageElement) deed(target);
      },
      { capture: true },
    );
  onPicture('error', fail);
  onPicture('load', came);
  addEventListener('online', () => {
    for (const tries of lost.values()) tries.afresh();
  });
  // Paper shows all pages of the episode, and no picture comes near by itself.
  addEventListener('beforeprint', () => {
    for (const image of document.querySelectorAll<HTMLImageElement>('[data-stage] img'))
      image.loading = 'eager';
  });
  // Some failed before this script came.
  for (const image of document.images) if (isBroken(image)) fail(image);
}
