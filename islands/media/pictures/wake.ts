/** Retries failed pictures on every page and shows a message for lost ones. Loaded at the first failure. */
import { type Gaps, pageGaps } from './gaps.ts';
import { footNotice } from './notice.ts';
import { bringToPaper } from './print.ts';
import { type Tries, triesOf } from './tries.ts';

/** A picture counts as in view from this share of its box on. */
const SEEN_SHARE = 0.01;

const boxOf = (image: HTMLImageElement): Element =>
  image.closest('[data-sheet]') ?? (image.closest('picture') ?? image).parentElement ?? image;

/** Previews of local files do not come from the network. */
const isFromNetwork = ({ currentSrc, src }: HTMLImageElement): boolean => /^https?:/.test(currentSrc || src);

/** A copy, since the file ../clock.ts is in loads React. */
function later(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

const isBroken = ({ complete, currentSrc, naturalWidth }: HTMLImageElement): boolean =>
  complete && currentSrc !== '' && naturalWidth === 0;

export function keepTrying(): void {
  const lost = new Map<HTMLImageElement, Tries>();
  const inSight = new Map<Element, boolean>();
  const press = (image: HTMLImageElement): void => lost.get(image)?.now();
  const gaps: Gaps = pageGaps(press);
  const notice = footNotice({ press, isInSight: (image) => inSight.get(boxOf(image)) === true });
  const sight = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const isTurnedTo = isIntersecting && inSight.get(target) === false;
        inSight.set(target, isIntersecting);
        if (isTurnedTo) for (const [image, tries] of lost) if (boxOf(image) === target) tries.now();
      }
      notice.update();
    },
    { threshold: SEEN_SHARE },
  );

  function triesFor(image: HTMLImageElement): Tries {
    const known = lost.get(image);
    if (known) return known;
    const tries = triesOf({
      // Setting the same address again sends a new request and selects a source again.
      ask() {
        if (image.isConnected) image.setAttribute('src', image.getAttribute('src') ?? '');
        else came(image);
      },
      show: (isLost) => (gaps.holds(image) ? gaps.show(image, isLost) : notice.show(image, isLost)),
      isOnline: () => navigator.onLine,
      later,
    });
    lost.set(image, tries);
    sight.observe(boxOf(image));
    return tries;
  }

  /** Also for pictures removed from the page. */
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
  bringToPaper();
  // Pictures that failed before this script loaded.
  for (const image of document.images) if (isBroken(image)) fail(image);
}
