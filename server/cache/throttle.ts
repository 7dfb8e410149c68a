/** Runs at once, or at the end of the pause since the last run. No wish is lost. */

export type Throttled = {
  wish(): void;
  /** Cancels a pending run that has become unnecessary. */
  settle(): void;
};

export type ThrottleOptions = {
  pauseMs: number;
  nowMs?: () => number;
  /** Returns a function that cancels the run. */
  later?: (run: () => void, afterMs: number) => () => void;
};

export function createThrottle(
  run: () => void,
  { pauseMs, nowMs = () => performance.now(), later = laterOn }: ThrottleOptions,
): Throttled {
  let lastMs = Number.NEGATIVE_INFINITY;
  let callOff: (() => void) | null = null;
  const go = (): void => {
    callOff = null;
    lastMs = nowMs();
    run();
  };
  return {
    wish() {
      if (callOff !== null) return;
      const leftMs = lastMs + pauseMs - nowMs();
      if (leftMs <= 0) go();
      else callOff = later(go, leftMs);
    },
    settle() {
      callOff?.();
      callOff = null;
    },
  };
}

/** Does not keep the process alive: the run has no effect after its end. */
function laterOn(run: () => void, afterMs: number): () => void {
  const timer = setTimeout(run, afterMs).unref();
  return () => clearTimeout(timer);
}
