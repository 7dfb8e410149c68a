/** The request or job that the running code works for. Ids only, for lines of the log and rows of the outbox. */
import { AsyncLocalStorage } from 'node:async_hooks';

export type Origin = {
  /** The id in the answer's `X-Request-Id`. */
  requestId?: string;
  /** The open span in W3C format. Only with tracing. */
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
