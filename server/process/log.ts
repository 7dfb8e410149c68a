/** The log of a process: one JSON object a line on stdout. What an error drags along stays out of it. */
import { format, stripVTControlCharacters } from 'node:util';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config/config.ts';
import type { Trail } from '../lib/trail.ts';
import { throttleLog } from './log-throttle.ts';
import { redact } from './redaction.ts';

const CAUSES_MAX_COUNT = 5;

export type LogOptions = { trail?: Trail; destination?: DestinationStream };

/** `destination`: instead of standard output. */
export const createLog = (
  config: Pick<Config, 'LOG_LEVEL'>,
  name: string,
  { trail, destination = pino.destination({ sync: true }) }: LogOptions = {},
): Logger =>
  pino(
    {
      level: config.LOG_LEVEL,
      base: { process: name, pid: process.pid },
      // Each line says which request or job it belongs to, whoever writes it.
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

/** What libraries and Node print becomes lines of the log: whoever reads it by the line stumbles over anything else. */
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

/**
 * Drivers hang whole connections on their errors, and drizzle writes the values of a query into its message: mail
 * addresses and digests of passwords are nobody's to read in a log.
 */
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

/** Ends where the stack begins, or the text. */
const withoutValues = (text: string): string => text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '');
