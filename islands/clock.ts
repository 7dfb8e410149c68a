/** The time, and what happens later: the browser's own, unless a test brings another. */
export type Clock = {
  now(): number;
  /** Runs it later; the answer takes that back. */
  later(ms: number, run: () => void): () => void;
};

export const browserClock: Clock = {
  now: () => Date.now(),
  later(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
