/**
 * Limits the load of a process: over a maximum of requests, or when overloaded, it answers 503 with `Retry-After`. A
 * growing queue would cost memory and serve nobody in time. Answers from memory bypass the gate.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { type AppError, unavailable } from '../lib/errors.ts';

export type Breath = {
  lagMs: number;
  /** Used share of the limit, 0 to 1. */
  heap: number;
  memory: number;
};

export type Gate = {
  /** Throws when the process is full. Otherwise counts a request until the returned function is called. */
  enter(): () => void;
  ask(): void;
  /** Counts a request that was already admitted. */
  begin(): () => void;
  run<T>(work: () => Promise<T>): Promise<T>;
  atWork(): number;
  close(): void;
};

const LAG_MAX_MS = 1_000;
const HEAP_MAX = 0.92;
const MEMORY_MAX = 0.92;
const LOOK_EVERY_MS = 500;
/** One long pause, such as a sleeping machine, is no overload. */
const LOOKS = 2;
/** Not 0: a process may never free its memory, and would then refuse requests forever. */
const SHORT_OF_BREATH = 0.1;
/** Random, so that clients do not all retry at once. */
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

/** In a container, its memory limit counts. Otherwise only the heap has a limit. */
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
