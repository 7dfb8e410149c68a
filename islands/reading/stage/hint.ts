/** Says once on a device that a story is read right to left. Fetched for such stories alone. */
import { recall, storeText } from './memory.ts';
import type { Stage } from './types.ts';

const KEY = 'turned';

export function wakeHint(hint: HTMLElement, stage: Stage, signal: AbortSignal): void {
  if (recall(KEY) !== null) return;
  let isOver = false;
  stage.onShowing(({ direction }) => {
    hint.hidden = isOver || !/^rtl(?:_along)?$/.test(direction);
  });
  hint.querySelector('button')?.addEventListener(
    'click',
    () => {
      [isOver, hint.hidden] = [true, true];
      // Where nothing can be kept it is said again on the next page.
      storeText(KEY, '1');
    },
    { signal },
  );
}
