/** What the running code works for: a request, or the job that one caused. Ids only; lines of the log and rows of the outbox carry them. */
import { AsyncLocalStorage } from 'node:async_hooks';

export type Origin = {
  /** As its answer told it in `X-Request-Id`. */
  requestId?: string;
  /** Of the span that is open, as W3C writes it; only where traces are on. */
  traceparent?: string;
  job?: string;
  jobId?: string;
};

export type Trail = {
  current(): Origin | undefined;
  run<T>(origin: Origin, work: () => T): T;
};

export function createTrail(): Trail {
  const storage = new AsyncLocalStorage<Origin>();
  return { current: () => storage.getStore(), run: (origin, work) => storage.run(origin, work) };
}
