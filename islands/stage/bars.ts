/** The bars go away while somebody reads on, and come back at the top. A press on the pages does both, without a script. */
import type { Stage } from './types.ts';

/** So much of a movement is no tremble of the finger. */
const MOVED_PIXELS = 24;
/** A jump that we made ourselves is over by then. */
const JUMP_MS = 800;

export function hideWhileReading(toggle: HTMLInputElement, stage: Stage, signal: AbortSignal): void {
  let last = scrollY;
  stage.onSeen(() => {
    if (stage.isPaged || Math.abs(scrollY - last) <= MOVED_PIXELS) return;
    const isByReader = performance.now() - stage.jumpedAt > JUMP_MS;
    if (scrollY <= MOVED_PIXELS) toggle.checked = false;
    else if (scrollY > last && isByReader) toggle.checked = true;
    last = scrollY;
  });
  // After a press on the pages the space bar shall scroll on, not bring the bars back.
  toggle.addEventListener('click', (event) => event.detail > 0 && toggle.blur(), { signal });
}
