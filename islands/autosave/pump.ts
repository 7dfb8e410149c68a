/** When a call goes out: after a pause in what is written, one at a time, and again after one that got lost. */
import { MINUTE_MS } from '../../server/lib/durations.ts';
import { pauseAfter } from '../../server/lib/retry.ts';
import { browserClock, type Clock } from '../clock.ts';

const PAUSES = { firstMs: 3000, maxMs: MINUTE_MS };

export type Rhythm = {
  /** How long it waits for more to be written, and how long at most while more is. */
  waitMs: number;
  longestMs?: number;
  /** The browser's own, unless a test brings another. */
  clock?: Clock;
};

/** `run` sends what there is, and answers whether that got lost. It never rejects. */
export function createPump(
  { waitMs, longestMs = Number.POSITIVE_INFINITY, clock = browserClock }: Rhythm,
  run: () => Promise<'settled' | 'lost'>,
) {
  let running: Promise<void> | null = null;
  let waitingSince: number | null = null;
  let failures = 0;
  let isStopped = false;
  let cancel = (): void => undefined;

  const plan = (ms: number): void => {
    cancel();
    if (!isStopped) cancel = clock.later(ms, () => void now());
  };
  const now = (): Promise<void> => {
    if (running === null) cancel();
    running ??= run().then((outcome) => {
      running = null;
      waitingSince = null;
      failures = outcome === 'lost' ? failures + 1 : 0;
      if (outcome === 'lost') plan(pauseAfter(failures, PAUSES));
    });
    return running;
  };
  return {
    now,
    soon(): void {
      const nowMs = clock.now();
      waitingSince ??= nowMs;
      plan(Math.max(0, Math.min(waitMs, waitingSince + longestMs - nowMs)));
    },
    /** Nothing is left that a planned call could send. */
    rest(): void {
      cancel();
      waitingSince = null;
    },
    get isRunning(): boolean {
      return running !== null;
    },
    stop(): void {
      isStopped = true;
      cancel();
    },
  };
}
