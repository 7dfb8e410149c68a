/**
 * Does something at once when it was not done lately, and otherwise when the pause is over: once, however often it was
 * wished for meanwhile. So what is wished for is never forgotten, and done at most once a pause.
 */

export type Throttled = {
  wish(): void;
  /** What is waiting has come true in another way. */
  settle(): void;
};

export type ThrottleOptions = {
  pauseMs: number;
  nowMs?: () => number;
  /** Answers how to call it off. */
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

/** Nobody waits for it when the process ends: what it would do is over then, too. */
function laterOn(run: () => void, afterMs: number): () => void {
  const timer = setTimeout(run, afterMs).unref();
  return () => clearTimeout(timer);
}
