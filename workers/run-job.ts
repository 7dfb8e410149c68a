/** What surrounds every handler: the payload is checked at the door, a refusal ends the job, other errors let it be tried again. */
import { UnrecoverableError } from 'bullmq';
import type { Deps } from '../server/deps.ts';
import { isAppError } from '../server/lib/errors.ts';
import type { Outcome } from '../server/ops/metrics/metrics.ts';
import { type Events, isPayloadOf } from '../server/outbox/events.ts';
import { isJobName, type JobName } from '../server/queue/jobs.ts';
import type { RunningJob } from '../server/queue/queue.ts';

export type Handlers = {
  [N in JobName]: (deps: Deps, payload: Events[N], job: RunningJob) => Promise<void>;
};

/** What is still to be done when a job has failed for good; may run twice. */
export type LastRites = { [N in JobName]?: (deps: Deps, payload: Events[N]) => Promise<void> };

// Waiting helps against "later" and "too many"; any other refusal would be the same again.
const WORTH_RETRYING = [423, 429, 503];

export async function runJob(deps: Deps, handlers: Handlers, job: RunningJob): Promise<void> {
  const { name } = job;
  // An older program may meet a job of a newer one while both run; the newer one takes it at a later attempt.
  if (!isJobName(name)) throw new Error(`There is no job ${name} in this program`);
  const startedAt = performance.now();
  const tell = (outcome: Outcome): void =>
    deps.metrics.worked({ name, outcome, seconds: (performance.now() - startedAt) / 1000 });
  try {
    await handle(deps, handlers, name, job);
  } catch (error) {
    const isRefused = isAppError(error) && !WORTH_RETRYING.includes(error.status);
    tell(isRefused ? 'refused' : 'failed');
    if (!isRefused) throw error;
    throw new UnrecoverableError(`refused: ${error.code}`);
  }
  tell('done');
  deps.log.debug({ job: name, jobId: job.id, ms: Math.round(performance.now() - startedAt) }, 'job done');
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
