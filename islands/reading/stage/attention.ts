/** Measures reading time of signed-in readers: while the page is visible and they were active a short while ago. */
import type { Followed } from './types.ts';

/** Copied from the server (reading/reading-time/rules.ts), to import none of its code. */
export const ALIVE_MS = 180_000;

export type Time = {
  /** Whole seconds not yet taken; undefined when they are fewer than `least`. */
  take(least: number): number | undefined;
  /** Gives back seconds that could not be sent. */
  putBack(seconds: number | undefined): void;
};

export function watchReading(stage: Followed, signal: AbortSignal): Time {
  let readMs = 0;
  let aliveAt = Number.NaN;
  /** Records activity, or leaving. Time between two records counts as read, up to a limit. */
  const note = (): void => {
    const now = performance.now();
    readMs += Math.min(now - aliveAt, ALIVE_MS) || 0;
    aliveAt = document.visibilityState === 'visible' ? now : Number.NaN;
  };
  note();
  stage.onSeen(note);
  // Runs before the listeners that take the seconds.
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
