/**
 * A service that is away makes every request and every job say so: thousands of lines a minute that fill a disk and hide
 * the one that matters. Of what is alike the first lines of a stretch are written, and how many more there were.
 */
import type { LoggerOptions } from 'pino';

/** What a request that was slow or failed says of itself: no fault by itself, and one for each request while a service is away. */
export const REQUEST_LINES = { slow: 'slow request', failed: 'answered with an error of ours' } as const;

const WARN = 40;
const FATAL = 60;
const WRITTEN_MAX_COUNT = 10;
const STRETCH_MS = 10_000;
/** Of more kinds than this at a time each line is written: something else is amiss. */
const KINDS_MAX_COUNT = 200;
const CAUSES_MAX_COUNT = 5;

type Kind = { until: number; count: number };
type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

/** Warnings, errors and lines of requests: what a line tells of somebody's deed is never left out, nor is what ends a process. */
export function throttleLog(now: () => number = () => performance.now()): LogMethod {
  const kinds = new Map<string, Kind>();
  return function (args, write, level) {
    if (level >= FATAL || (level < WARN && !isOfRequests(args))) return write.apply(this, args);
    const name = `${level} ${nameOf(args)}`;
    const at = now();
    const known = kinds.get(name);
    if (known === undefined || at >= known.until) {
      kinds.delete(name);
      if (kinds.size >= KINDS_MAX_COUNT) forgetOld(kinds, at);
      if (kinds.size < KINDS_MAX_COUNT) kinds.set(name, { until: at + STRETCH_MS, count: 1 });
      const hushed = (known?.count ?? 0) - WRITTEN_MAX_COUNT;
      return write.apply(this, hushed > 0 ? withCount(args, hushed) : args);
    }
    known.count += 1;
    if (known.count <= WRITTEN_MAX_COUNT) write.apply(this, args);
  };
}

const isOfRequests = ([, text]: readonly unknown[]): boolean =>
  text === REQUEST_LINES.slow || text === REQUEST_LINES.failed;

function forgetOld(kinds: Map<string, Kind>, at: number): void {
  for (const [name, { until }] of kinds) if (at >= until) kinds.delete(name);
}

/** What it says, with which status, and what caused it: two queries that meet the same absent database are alike. */
function nameOf([first, text]: readonly unknown[]): string {
  const { err, status = '' } = (first ?? {}) as { err?: unknown; status?: unknown };
  let at = err;
  for (
    let depth = 0;
    depth < CAUSES_MAX_COUNT && at instanceof Error && at.cause instanceof Error;
    depth += 1
  )
    at = at.cause;
  return `${typeof first === 'string' ? first : String(text)} ${status} ${at instanceof Error ? at.message : ''}`;
}

/** The line that begins the next stretch says how many of the last one were left out. */
function withCount(args: Parameters<LogMethod>[0], hushed: number): Parameters<LogMethod>[0] {
  const [first, ...rest] = args as unknown as [unknown, ...unknown[]];
  const fields = typeof first === 'object' && first !== null ? first : {};
  const words = typeof first === 'string' ? [first, ...rest] : rest;
  return [{ ...fields, hushed }, ...words] as unknown as Parameters<LogMethod>[0];
}
