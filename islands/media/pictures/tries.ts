/** Decides when to retry a failed picture and when to tell the reader. Independent of the DOM. */
import type { Clock } from '../../clock.ts';

export const PAUSES_MS: readonly number[] = [500, 2000, 8000];

export type Tries = {
  failed(): void;
  came(): void;
  now(): void;
  afresh(): void;
};

export function triesOf({
  ask,
  show,
  isOnline,
  later,
}: {
  ask: () => void;
  show: (isLost: boolean) => void;
  isOnline: () => boolean;
  later: Clock['later'];
}): Tries {
  let count = 0;
  let isAsked = false;
  let cancel = (): void => undefined;

  function now(): void {
    if (isAsked) return;
    cancel();
    isAsked = true;
    ask();
  }

  return {
    now,
    failed() {
      cancel();
      isAsked = false;
      const pauseMs = PAUSES_MS[count];
      // Offline, retries are pointless.
      if (pauseMs === undefined || !isOnline()) return show(true);
      count += 1;
      cancel = later(pauseMs, now);
    },
    came() {
      cancel();
      [isAsked, count] = [false, 0];
      show(false);
    },
    afresh() {
      count = 0;
      now();
    },
  };
}
