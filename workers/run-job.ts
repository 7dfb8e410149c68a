/** Wraps every handler: validates the payload, ends the job on a refusal, and lets it retry other errors. */

import { setTimeout as wait } from 'node:timers/promises';
import { UnrecoverableError } from 'bullmq';
import type { Deps } from '../server/deps.ts';
import { isAway } from '../server/lib/away.ts';
import { MINUTE_MS } from '../server/lib/durations.ts';
import { isAppError } from '../server/lib/errors.ts';
import { pauseAfter } from '../server/lib/retry.ts';
import { withTimeout } from '../server/lib/timeout.ts';
import type { Outcome } from '../server/ops/metrics/metrics.ts';
import { tracer } from '../server/ops/tracing/tracing.ts';
import { type Events, isPayloadOf } from '../server/outbox/events.ts';
import type { RunningJob } from '../server/ports.ts';
import { isJobName, type JobName } from '../server/queue/jobs.ts';

export type Handlers = {
  [N in JobName]: (deps: Deps, payload: Events[N], job: RunningJob) => Promise<void>;
};

/** Runs after a job failed for good, possibly twice. */
export type LastRites = { [N in JobName]?: (deps: Deps, payload: Events[N]) => Promise<void> };

// Waiting resolves these refusals. Any other would repeat.
const WORTH_RETRYING = [423, 429, 503];

/** While the database is offline, a running job waits: a retry would only waste an attempt. */
const ASK_TIMEOUT_MS = 3_000;
const ASKING = { firstMs: 250, maxMs: 2_000 };
/** A longer outage counts as a failure. */
const PATIENCE_MS = 10 * MINUTE_MS;

export async function runJob(
  deps: Deps,
  handlers: Handlers,
  job: RunningJob,
  ending = new AbortController().signal,
): Promise<void> {
  const { name } = job;
  // The queue only passes on known jobs (`queue/elsewhere.ts`), or jobs long unknown.
  if (!isJobName(name)) throw new Error(`There is no job ${name} in this program`);
  const startedAt = performance.now();
  const tell = (outcome: Outcome): void =>
    deps.metrics.worked({ name, outcome, seconds: (performance.now() - startedAt) / 1000 });
  try {
    await followed(deps, job, async () => {
      for (let done = false; !done; ) {
        done = await handle(deps, handlers, name, job).then(
          () => true,
          async (error) => {
            if (!(isAway(error) && (await hasReturned(deps, ending)))) throw error;
            return false;
          },
        );
      }
    });
  } catch (error) {
    const isRefused = isAppError(error) && !WORTH_RETRYING.includes(error.status);
    tell(isRefused ? 'refused' : 'failed');
    if (!isRefused) throw error;
    throw new UnrecoverableError(`refused: ${error.code}`);
  }
  tell('done');
}

/** Attributes the work to the request that caused the job: in logs, recorded jobs and traces. */
async function followed(deps: Deps, job: RunningJob, work: () => Promise<void>): Promise<void> {
  const { name, id, origin: { requestId, traceparent: parent } = {} } = job;
  const facts = { 'messaging.system': 'bullmq', 'messaging.message.id': id, 'tsuzuki.attempt': job.attempt };
  const span = tracer.of(deps)?.begin(`job ${name}`, { kind: 'consumer', parent, facts });
  const traceparent = span?.traceparent ?? parent;
  const origin = {
    ...(requestId !== undefined && { requestId }),
    ...(traceparent !== undefined && { traceparent }),
    job: name,
    jobId: id,
  };
  try {
    await deps.trail.run(origin, async () => {
      const startedAt = performance.now();
      await work();
      deps.log.debug({ job: name, jobId: id, ms: Math.round(performance.now() - startedAt) }, 'job done');
    });
    span?.end();
  } catch (error) {
    span?.end({ error: isAppError(error) ? error.code : 'failed' });
    throw error;
  }
}

/** False when the database was not offline, or stays offline: then the failure counts. */
async function hasReturned({ pool, log }: Deps, ending: AbortSignal): Promise<boolean> {
  const until = performance.now() + PATIENCE_MS;
  for (let failures = 0; ; failures += 1) {
    const answers = await withTimeout(pool.query('select 1'), ASK_TIMEOUT_MS, 'database').then(
      () => true,
      () => false,
    );
    if (answers) return failures > 0;
    if (ending.aborted || performance.now() > until) return false;
    if (failures === 0) log.warn('the database is unavailable: jobs wait for it');
    await wait(pauseAfter(failures + 1, ASKING), undefined, { signal: ending }).catch(() => {});
  }
}

async function handle<N extends JobName>(
  deps: Deps,
  handlers: Handlers,
  name: N,
  job: RunningJob,
): Promise<void> {
  if (!isPayloadOf(name, job.payload)) throw new UnrecoverableError(`The payload does not fit ${name}`);
  await handlers[name](deps, job.payload, job);
}
