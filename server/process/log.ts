/** Log of a process: one JSON object per line on stdout, without data attached to errors. */
import { format, stripVTControlCharacters } from 'node:util';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config/config.ts';
import type { Trail } from '../lib/trail.ts';
import { throttleLog } from './log-throttle.ts';
import { redact } from './redaction.ts';

const CAUSES_MAX_COUNT = 5;

export type LogOptions = { trail?: Trail; destination?: DestinationStream };

export const createLog = (
  config: Pick<Config, 'LOG_LEVEL'>,
  name: string,
  { trail, destination = pino.destination({ sync: true }) }: LogOptions = {},
): Logger =>
  pino(
    {
      level: config.LOG_LEVEL,
      base: { process: name, pid: process.pid },
      // Every line names its request or job.
      mixin: () => originIn(trail),
      serializers: { err: (error: unknown) => describeError(error) },
      hooks: { logMethod: throttleLog(), streamWrite: redact },
    },
    destination,
  );

function originIn(trail: Trail | undefined): object {
  const { requestId, job, jobId } = trail?.current() ?? {};
  return {
    ...(requestId !== undefined && { requestId }),
    ...(jobId !== undefined && { job, jobId }),
  };
}

const PRINTERS = {
  debug: 'debug',
  log: 'info',
  info: 'info',
  dir: 'info',
  table: 'info',
  trace: 'warn',
  warn: 'warn',
  error: 'error',
} as const;

/** Turns console output of libraries and Node into log lines, since log readers expect JSON lines. */
export function adoptConsole(log: Logger): void {
  for (const [name, level] of Object.entries(PRINTERS)) {
    console[name as keyof typeof PRINTERS] = (...words: unknown[]): void => {
      const err = words.find((word) => word instanceof Error);
      const text = format(...words.map((word) => (word instanceof Error ? word.message : word)));
      log[level](err === undefined ? {} : { err }, withoutValues(stripVTControlCharacters(text)));
    };
  }
  process.removeAllListeners('warning').on('warning', (err) => log.warn({ err }, err.message));
}

/** Drivers attach connections, and drizzle puts query values into messages. Personal data must not reach the log. */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return {
    type: error.constructor.name,
    message: withoutValues(error.message),
    stack: withoutValues(error.stack ?? ''),
    ...(code === undefined ? {} : { code }),
    ...(cause === undefined || depth === CAUSES_MAX_COUNT ? {} : { cause: describeError(cause, depth + 1) }),
  };
}

const withoutValues = (text: string): string => text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '');
