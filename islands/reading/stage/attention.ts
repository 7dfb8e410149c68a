/** How long a reader who is signed in has been reading: while the page is seen, and they have turned, scrolled or tapped a short while ago. */
import type { Followed } from './types.ts';

/** As the server has it (reading/reading-time/rules.ts), of which nothing is to come along. */
export const ALIVE_MS = 180_000;

export type Time = {
  /** Whole seconds that nobody has taken yet; undefined while they are fewer than `least`. */
  take(least: number): number | undefined;
  /** They could not be told. */
  putBack(seconds: number | undefined): void;
};

export function watchReading(stage: Followed, signal: AbortSignal): Time {
  let readMs = 0;
  let aliveAt = Number.NaN;
  /** A sign of life, or of leaving: what lies between two of them was read, as far as anybody can say. */
  const note = (): void => {
    const now = performance.now();
    readMs += Math.min(now - aliveAt, ALIVE_MS) || 0;
    aliveAt = document.visibilityState === 'visible' ? now : Number.NaN;
  };
  note();
  stage.onSeen(note);
  // Before whoever takes the seconds then.
  const options = { signal, capture: true, passive: true };
  for (const sign of ['scroll', 'pointerdown', 'keydown', 'visibilitychange'])
    document.addEventListener(sign, note, options);
  addEventListener('pagehide', note, options);
  signal.addEventListener('abort', note, { capture: true });
  return {
    take(least) {
      const seconds = Math.floor(readMs / 1000);
      if (seconds < least) return undefined;
      readMs -= seconds * 1000;
      return seconds;
    },
    putBack(seconds = 0) {
      readMs += seconds * 1000;
    },
  };
}
