/**
 * During an outage, every request and job fails. Thousands of lines per minute would fill the disk and hide important
 * ones. The throttle writes the first lines of each kind per period, then counts the rest.
 */
import type { LoggerOptions } from 'pino';

/** Lines about slow or failed requests. During an outage, every request writes one. */
export const REQUEST_LINES = { slow: 'slow request', failed: 'server error' } as const;

const WARN = 40;
const FATAL = 60;
const WRITTEN_MAX_COUNT = 10;
const STRETCH_MS = 10_000;
/** With more kinds than this at once, every line is written: something else is wrong. */
const KINDS_MAX_COUNT = 200;
const CAUSES_MAX_COUNT = 5;

type Kind = { until: number; count: number };
type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

/** Throttles warnings, errors and request lines. Lines about user actions or the end of a process always pass. */
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

/** Kind of a line: text, status and root cause. Two queries that fail on the same offline database match. */
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

/** The next period's first line reports how many lines were suppressed. */
function withCount(args: Parameters<LogMethod>[0], hushed: number): Parameters<LogMethod>[0] {
  const [first, ...rest] = args as unknown as [unknown, ...unknown[]];
  const fields = typeof first === 'object' && first !== null ? first : {};
  const words = typeof first === 'string' ? [first, ...rest] : rest;
  return [{ ...fields, hushed }, ...words] as unknown as Parameters<LogMethod>[0];
}
