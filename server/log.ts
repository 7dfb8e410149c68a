/** The log of a process: one JSON object a line on stdout. What an error drags along stays out of it. */
import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

const CAUSES_MOST = 5;

export const createLog = (config: Pick<Config, 'LOG_LEVEL'>, name: string): Logger =>
  pino({
    level: config.LOG_LEVEL,
    base: { process: name, pid: process.pid },
    serializers: { err: (error: unknown) => describeError(error) },
  });

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
    ...(cause === undefined || depth === CAUSES_MOST ? {} : { cause: describeError(cause, depth + 1) }),
  };
}

const withoutValues = (text: string): string => text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '');
