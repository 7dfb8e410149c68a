/** Decides when a picture that failed is asked for again, and when its reader is told. Knows nothing of the screen. */
import type { Clock } from '../../clock.ts';

/** After the first failure, the second and the third. */
export const PAUSES_MS: readonly number[] = [500, 2000, 8000];

export type Tries = {
  /** The browser says that the picture did not come. */
  failed(): void;
  /** The picture is there. */
  came(): void;
  /** Somebody turned to it or pressed the button: asks at once, once. */
  now(): void;
  /** The network is back: begins from the first pause. */
  afresh(): void;
};

export function triesOf({
  ask,
  show,
  isOnline,
  later,
}: {
  ask: () => void;
  /** Whether the words and the button are shown. */
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
      // Without a network every further try is in vain.
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
