/**
 * How much a process takes upon itself. Requests at work are counted, and beyond a number, or while the process itself is
 * short of breath, what comes is refused at once (503 with `Retry-After`): a queue that grows costs memory and serves
 * nobody in time. What lies in memory is answered before anybody asks here.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { type AppError, unavailable } from '../lib/errors.ts';

export type Breath = {
  /** How late timers are, ms. */
  lagMs: number;
  /** Parts of what the process may have, 0 to 1. */
  heap: number;
  memory: number;
};

export type Gate = {
  /** Throws when there is no room; else counts one until the answer is called. */
  enter(): () => void;
  /** Throws when there is no room. */
  ask(): void;
  /** Counts one that was let in before. */
  begin(): () => void;
  run<T>(work: () => Promise<T>): Promise<T>;
  atWork(): number;
  close(): void;
};

const LAG_MAX_MS = 1_000;
const HEAP_MAX = 0.92;
const MEMORY_MAX = 0.92;
const LOOK_EVERY_MS = 500;
/** One long pause, of a machine that slept, is no overload. */
const LOOKS = 2;
/** Not none: memory that a process holds it may never give back, and nobody would be served for ever. */
const SHORT_OF_BREATH = 0.1;
/** Not all at once again. */
const RETRY_SECONDS = [2, 6] as const;

export function createGate({
  maxCount,
  measure = measureProcess(),
  lookEveryMs = LOOK_EVERY_MS,
}: {
  maxCount: number;
  measure?: { look(): Breath; close(): void };
  lookEveryMs?: number;
}): Gate {
  let atWork = 0;
  let badLooks = 0;
  const timer = setInterval(() => {
    const { lagMs, heap, memory } = measure.look();
    const isBad = lagMs > LAG_MAX_MS || heap > HEAP_MAX || memory > MEMORY_MAX;
    badLooks = isBad ? badLooks + 1 : 0;
  }, lookEveryMs).unref();

  const room = (): number => (badLooks < LOOKS ? maxCount : Math.ceil(maxCount * SHORT_OF_BREATH));

  function ask(): void {
    if (atWork >= room()) throw overloaded();
  }

  function begin(): () => void {
    let isAtWork = true;
    atWork += 1;
    return () => {
      if (isAtWork) atWork -= 1;
      isAtWork = false;
    };
  }

  function enter(): () => void {
    ask();
    return begin();
  }

  return {
    ask,
    begin,
    enter,
    async run(work) {
      const leave = enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
    atWork: () => atWork,
    close() {
      clearInterval(timer);
      measure.close();
    },
  };
}

function overloaded(): AppError {
  const [least, most] = RETRY_SECONDS;
  const retryAfterSeconds = least + Math.floor(Math.random() * (most - least + 1));
  return unavailable('overloaded', { retryAfterSeconds });
}

/** Of a container its own limit counts, else there is none but that of the heap. */
function measureProcess(): { look(): Breath; close(): void } {
  const lag = monitorEventLoopDelay({ resolution: 20 });
  lag.enable();
  const limitBytes = process.constrainedMemory();
  const isLimited = limitBytes > 0 && limitBytes < Number.MAX_SAFE_INTEGER;
  return {
    look() {
      const { used_heap_size, heap_size_limit } = getHeapStatistics();
      const lagMs = lag.mean / 1e6;
      lag.reset();
      return {
        lagMs: Number.isNaN(lagMs) ? 0 : lagMs,
        heap: used_heap_size / heap_size_limit,
        memory: isLimited ? process.memoryUsage.rss() / limitBytes : 0,
      };
    },
    close: () => lag.disable(),
  };
}
