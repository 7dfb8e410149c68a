/** The bars go away while somebody reads on, and come back at the top. A press on the pages does both, without a script. */
import type { Stage } from './types.ts';

/** So much of a movement is no tremble of the finger. */
const MOVED_PIXELS = 24;
/** A jump that we made ourselves is over by then. */
const JUMP_MS = 800;

export function hideWhileReading(toggle: HTMLInputElement, stage: Stage, signal: AbortSignal): void {
  let last = scrollY;
  let item = stage.seen.item;
  const small = matchMedia('(width < 60rem)');
  stage.onSeen((seen) => {
    if (stage.isPaged) {
      // There they lie over the page; where there is room they stand beside it.
      if (seen.isAtEnd) toggle.checked = false;
      else if (seen.item > item && small.matches) toggle.checked = true;
      item = seen.item;
      return;
    }
    item = seen.item;
    if (Math.abs(scrollY - last) <= MOVED_PIXELS) return;
    const isByReader = performance.now() - stage.jumpedAt > JUMP_MS;
    if (scrollY <= MOVED_PIXELS) toggle.checked = false;
    else if (scrollY > last && isByReader) toggle.checked = true;
    last = scrollY;
  });
  // After a press on the pages the space bar shall scroll on, not bring the bars back.
  toggle.addEventListener('click', (event) => event.detail > 0 && toggle.blur(), { signal });
}
