/** Says once on a device that a story is read right to left. */
import type { Stage } from './types.ts';

const KEY = 'turned';

function isKnown(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

export function wakeHint(host: HTMLElement, stage: Stage, signal: AbortSignal): void {
  const hint = host.querySelector<HTMLElement>('[data-hint]');
  if (!hint || isKnown()) return;
  let isOver = false;
  stage.onShowing(({ direction }) => {
    hint.hidden = isOver || !/^rtl(?:_along)?$/.test(direction);
  });
  hint.querySelector('button')?.addEventListener(
    'click',
    () => {
      [isOver, hint.hidden] = [true, true];
      try {
        localStorage.setItem(KEY, '1');
      } catch {
        // It is said again on the next page.
      }
    },
    { signal },
  );
}
