/**
 * Lifecycle of our processes: read the configuration, start, drain and end on SIGTERM or SIGINT. A second signal ends
 * them at once. Both composition roots use it. `keep-running.sh` or another supervisor restarts a broken process.
 */
import type { Logger } from 'pino';
import { type Config, loadConfig } from '../config/config.ts';
import { ConfigError } from '../config/environment.ts';
import { isStartError } from '../embedded/start-error.ts';
import { createTrail, type Trail } from '../lib/trail.ts';
import { adoptConsole, createLog } from './log.ts';

/** Shorter than the kill timeout of orchestrators. Running work is cut off or returned before. */
const END_MS = 9_500;
/** Maximum time to answer, return jobs and close, after `DRAIN_SECONDS`. */
const CLOSING_MS = 6_500;
/** A broken process should restart soon, and may not even be able to drain. */
const BROKEN_DRAIN_MS = 5_000;
const ORPHAN_TICK_MS = 1_000;
/** Exit code that shells report after Ctrl-C. */
const INTERRUPTED = 130;
/** Ctrl-C arrives twice under npm: from the terminal, and forwarded by npm. */
const SAME_WISH_MS = 500;

export type Life = {
  config: Config;
  log: Logger;
  trail: Trail;
  /** Runs on exit, last registered first, also when the start fails half-way. */
  onEnd(close: (end: { isBroken: boolean }) => unknown): void;
  /** Ends the process as failed within `withinMs`, because it cannot do its work any longer. */
  giveUp(reason: string, options?: { withinMs?: number }): void;
};

/** Runs `start`, then lives until it is asked to end. Never returns control to code being stopped. */
export async function runProcess(name: string, start: (life: Life) => Promise<void>): Promise<void> {
  const config = readConfig();
  const trail = createTrail();
  const log = createLog(config, name, { trail });
  // In development, people read the console, and Vite formats for them.
  if (config.NODE_ENV !== 'development') adoptConsole(log);
  const closers: ((end: { isBroken: boolean }) => unknown)[] = [];
  const endMs = Math.max(END_MS, config.DRAIN_SECONDS * 1000 + CLOSING_MS);
  let ending = false;
  let endingSince = 0;

  function end(code: number, reason?: string, withinMs = endMs): void {
    if (ending) return;
    ending = true;
    endingSince = performance.now();
    if (reason !== undefined) log.info({ reason }, 'stopping');
    setTimeout(() => {
      log.error('stopping took too long; exiting now');
      process.exit(1);
    }, withinMs);
    void closeAll(code);
  }

  async function closeAll(code: number): Promise<void> {
    // Resources still being opened can only be closed once open.
    await started.catch(() => {});
    let isClean = true;
    for (const close of closers.reverse()) {
      try {
        await close({ isBroken: code !== 0 });
      } catch (error) {
        isClean = false;
        log.error({ err: error }, 'could not close a resource');
      }
    }
    process.exit(isClean ? code : 1);
  }

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (ending && performance.now() - endingSince > SAME_WISH_MS) process.exit(INTERRUPTED);
      end(0, signal);
    });
  }
  // An uncaught error may leave anything half done: end the process and restart it.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    // Removes Vike's listeners, which would print the error again as plain text.
    process.removeAllListeners(event).on(event, (error) => {
      log.fatal({ err: error }, event);
      end(1, event, BROKEN_DRAIN_MS);
    });
  }

  const started = start({
    config,
    log,
    trail,
    onEnd: (close) => void closers.push(close),
    giveUp: (reason, { withinMs = BROKEN_DRAIN_MS } = {}) => end(1, reason, withinMs),
  });
  await started.then(
    () => reportToKeeper(() => end(1, 'nobody keeps this process running any more')),
    (error) => {
      // The user who stopped a running start does not need its error.
      if (!ending) tell(error);
      end(1);
    },
  );
}

/** Tells `keep-running.sh` that the start succeeded. If that shell is killed, this process must end by itself. */
function reportToKeeper(onGone: () => void): void {
  const keeper = Number(process.env.KEPT_BY);
  if (!(keeper > 0)) return;
  const check = (): boolean => {
    const isThere = process.ppid === keeper;
    if (!isThere) onGone();
    return isThere;
  };
  if (check()) process.kill(keeper, 'SIGUSR1');
  const timer = setInterval(() => check() || clearInterval(timer), ORPHAN_TICK_MS).unref();
}

function readConfig(): Config {
  try {
    return loadConfig(process.env);
  } catch (error) {
    tell(error);
    process.exit(1);
  }
}

/** Errors the operator can fix get one line, others a full stack. */
function tell(error: unknown): void {
  const isPlain = error instanceof ConfigError || isStartError(error);
  process.stderr.write(`${isPlain ? error.message : ((error as Error)?.stack ?? error)}\n`);
}
