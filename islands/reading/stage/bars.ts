/** Hides the bars while somebody reads on, and shows them at the top. Without a script, a press does both. */
import type { Stage } from './types.ts';

/** More than a trembling finger moves. */
const MOVED_PIXELS = 24;
/** Our own jumps are over by then. */
const JUMP_MS = 800;

export function hideWhileReading(toggle: HTMLInputElement, stage: Stage, signal: AbortSignal): void {
  let last = scrollY;
  let item = stage.seen.item;
  const small = matchMedia('(width < 60rem)');
  stage.onSeen((seen) => {
    if (stage.isPaged) {
      // On small screens, the bars cover a page. On large ones, they are beside it.
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
  // After a press on the pages, the space bar must scroll and not show the bars.
  toggle.addEventListener('click', (event) => event.detail > 0 && toggle.blur(), { signal });
}
