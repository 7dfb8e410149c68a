/** How a process ends: drained on SIGTERM and SIGINT, at once on a second signal, with an error when it broke. */
import type { Logger } from 'pino';

/** Longer than any request or page should take, shorter than what orchestrators wait before they kill. */
const DRAIN_MS = 25_000;

/** Calls `drain` once; `stop(code)` may be called by the process itself. Never returns control to what is being stopped. */
export function onStop(
  log: Logger,
  drain: () => Promise<void>,
): { stop(code: number, reason: string): void } {
  let stopping = false;

  function stop(code: number, reason: string): void {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'stopping');
    const late = setTimeout(() => {
      log.error('stopping took too long; ending at once');
      process.exit(1);
    }, DRAIN_MS);
    drain().then(
      () => {
        clearTimeout(late);
        process.exit(code);
      },
      (error) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  }

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(130);
      stop(0, signal);
    });
  }
  // What nobody caught may have left anything half done: the process ends and is started anew.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception');
    stop(1, 'uncaught exception');
  });
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'unhandled rejection');
    stop(1, 'unhandled rejection');
  });
  return { stop };
}
