/** Polls with growing pauses, and not while the page is hidden. */
import { ApiError } from './api.ts';

const FIRST_MS = 1000;
const LONGEST_MS = 5000;
const GROWTH = 1.5;

export const nextWait = (waitMs: number): number => Math.min(waitMs * GROWTH, LONGEST_MS);

/** Calls `again` until it returns false or `signal` aborts. An API error does not end polling, except 404. */
export async function poll(again: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  for (let waitMs = FIRST_MS; ; waitMs = nextWait(waitMs)) {
    await rest(waitMs, signal);
    await visible(signal);
    if (signal.aborted) return;
    try {
      if (!(await again())) return;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError) || error.status === 404) throw error;
    }
  }
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
  });
}

function visible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look, { once: true });
    look();
  });
}
