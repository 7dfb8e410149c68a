/** Watches how far a reader has come in the items (`[data-item]`) of a page, and puts the bars away while they read on. */

export type Watching = { goTo(item: number): void; stop(): void };

type Options = {
  unit: 'page' | 'chapter';
  /** The item in the middle of the screen, from 1. */
  onItem(item: number): void;
  /** How much of all items lies above the lower edge of the screen, 0 to 1. */
  onShare(share: number): void;
};

/** So much of a movement is no tremble of the finger. */
const MOVED_PIXELS = 24;
/** A jump that we made ourselves is over by then. */
const JUMP_MS = 800;

export function watchReading({ unit, onItem, onShare }: Options): Watching {
  const items = [...document.querySelectorAll<HTMLElement>('[data-item]')];
  const toggle = document.querySelector<HTMLInputElement>('#bars');
  const links = [...document.querySelectorAll<HTMLAnchorElement>('header a[hreflang]')];
  const addresses = links.map((link) => link.href.replace(/#.*$/, ''));
  const stopped = new AbortController();
  let item = 0;
  let last = scrollY;
  let jumpedAt = Number.NEGATIVE_INFINITY;
  let frame = 0;

  const look = () => {
    frame = 0;
    const first = items[0]?.getBoundingClientRect();
    const end = items.at(-1)?.getBoundingClientRect();
    if (!first || !end) return;
    const height = end.bottom - first.top;
    onShare(height > 0 ? Math.min(1, Math.max(0, (innerHeight - first.top) / height)) : 0);
    const now = itemAt(items, innerHeight / 2);
    if (now !== item) {
      item = now;
      onItem(now);
      // The reader's language menu keeps the place.
      links.forEach((link, index) => {
        link.href = now > 1 ? `${addresses[index]}#${unit}-${now}` : (addresses[index] ?? link.href);
      });
    }
    if (toggle && Math.abs(scrollY - last) > MOVED_PIXELS) {
      const isByReader = performance.now() - jumpedAt > JUMP_MS;
      if (scrollY <= MOVED_PIXELS) toggle.checked = false;
      else if (scrollY > last && isByReader) toggle.checked = true;
      last = scrollY;
    }
  };
  const lookSoon = () => {
    frame ||= requestAnimationFrame(look);
  };
  const goTo = (to: number) => {
    jumpedAt = performance.now();
    items[to - 1]?.scrollIntoView();
  };

  const { signal } = stopped;
  addEventListener('scroll', lookSoon, { passive: true, signal });
  addEventListener('resize', lookSoon, { passive: true, signal });
  addEventListener('keydown', (event) => onKey(event, (step) => goTo(item + step)), { signal });
  // After a press on the pages the space bar shall scroll on, not bring the bars back.
  toggle?.addEventListener('click', (event) => event.detail > 0 && toggle.blur(), { signal });
  look();
  return {
    goTo,
    stop() {
      cancelAnimationFrame(frame);
      stopped.abort();
    },
  };
}

/** The last item that begins above this height; items stand under each other, so a bisection finds it. */
function itemAt(items: readonly HTMLElement[], height: number): number {
  let low = 0;
  let high = items.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((items[middle]?.getBoundingClientRect().top ?? 0) <= height) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

/** J and K go to the next and the previous item. */
function onKey(event: KeyboardEvent, step: (by: 1 | -1) => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (
    event.target instanceof Element &&
    event.target.closest('input:not([type=checkbox],[type=range]),textarea')
  )
    return;
  if (event.key === 'j') step(1);
  else if (event.key === 'k') step(-1);
}
