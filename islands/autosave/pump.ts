/** Decides when to send: after a pause in typing, one call at a time, and again after a lost call. */
import { MINUTE_MS } from '../../server/lib/durations.ts';
import { pauseAfter } from '../../server/lib/retry.ts';
import { browserClock, type Clock } from '../clock.ts';

const PAUSES = { firstMs: 3000, maxMs: MINUTE_MS };

export type Rhythm = {
  /** `waitMs` after the last change, but at most `longestMs` while changes continue. */
  waitMs: number;
  longestMs?: number;
  clock?: Clock;
};

/** `run` sends what is due and returns whether the call was lost. It never rejects. */
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
    /** Cancels a planned call when nothing is left to send. */
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
