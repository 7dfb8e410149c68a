/** Says once per device that a story reads right to left. Loaded only for such stories. */
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
      // Without storage, the next page says it again.
      storeText(KEY, '1');
    },
    { signal },
  );
}
