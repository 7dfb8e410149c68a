export type Clock = {
  now(): number;
  /** Runs the function later. Returns a function that cancels it. */
  later(ms: number, run: () => void): () => void;
};

export const browserClock: Clock = {
  now: () => Date.now(),
  later(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
