/**
 * How a process of the house lives: its configuration is read, it starts, and it ends drained on SIGTERM and SIGINT, at
 * once on a second signal, with an error when it broke. Both composition roots run through this. What broke is started
 * again by `keep-running.sh` or whatever else runs it.
 */
import type { Logger } from 'pino';
import { type Config, loadConfig } from '../config/config.ts';
import { ConfigError } from '../config/environment.ts';
import { isStartError } from '../embedded/start-error.ts';
import { createTrail, type Trail } from '../lib/trail.ts';
import { adoptConsole, createLog } from './log.ts';

/** Shorter than what orchestrators wait before they kill. What still runs then is cut off or given back before. */
const END_MS = 9_500;
/** What it takes at most to answer, to give jobs back and to close, after a server has served on (`DRAIN_SECONDS`). */
const CLOSING_MS = 6_500;
/** What is broken should soon be whole again, and may not even be able to drain. */
const BROKEN_DRAIN_MS = 5_000;
/** How soon a process sees that whoever kept it running is gone. */
const ORPHAN_TICK_MS = 1_000;
/** What shells report for a program that Ctrl-C has ended. */
const INTERRUPTED = 130;
/** Ctrl-C reaches a program twice when npm started it: from the terminal, and passed on by npm. */
const SAME_WISH_MS = 500;

export type Life = {
  config: Config;
  log: Logger;
  /** What the log asks for whom a line is. */
  trail: Trail;
  /** What was opened is closed last to first, when the process ends and when its start fails half-way. */
  onEnd(close: (end: { isBroken: boolean }) => unknown): void;
  /** Ends the process as a signal would, but as failed and within `withinMs`: it cannot do its work any more. */
  giveUp(reason: string, options?: { withinMs?: number }): void;
};

/** Runs `start`, then lives until it is asked to end. Never returns control to what is being stopped. */
export async function runProcess(name: string, start: (life: Life) => Promise<void>): Promise<void> {
  const config = readConfig();
  const trail = createTrail();
  const log = createLog(config, name, { trail });
  // In development people read it, and Vite writes for them.
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
      log.error('stopping took too long; ending at once');
      process.exit(1);
    }, withinMs);
    void closeAll(code);
  }

  async function closeAll(code: number): Promise<void> {
    // What is just being opened can only be closed when it is open.
    await started.catch(() => {});
    let isClean = true;
    for (const close of closers.reverse()) {
      try {
        await close({ isBroken: code !== 0 });
      } catch (error) {
        isClean = false;
        log.error({ err: error }, 'something could not be closed');
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
  // What nobody caught may have left anything half done: the process ends and is started anew.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    // Vike brings listeners of its own, which would print the same again as plain text.
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
      // Whoever ends a start that is under way need not hear what that start stumbled over.
      if (!ending) tell(error);
      end(1);
    },
  );
}

/** Tells `keep-running.sh` that the start succeeded. Nobody else would end what it has left behind when it is killed. */
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

/** What whoever starts the program can mend is told in one line; anything else with all that is known. */
function tell(error: unknown): void {
  const isPlain = error instanceof ConfigError || isStartError(error);
  process.stderr.write(`${isPlain ? error.message : ((error as Error)?.stack ?? error)}\n`);
}
