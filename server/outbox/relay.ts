/**
 * The relay moves recorded events to the queue, on NOTIFY and every 5 s in case a notification was lost. The
 * transaction that marks a row commits after the queue accepted its jobs. If the process dies in between, the row is
 * queued again with the same job id. The queue ignores it while it still has the job. A job that finished by then runs
 * twice: delivery is at least once.
 */

import { isNull, sql } from 'drizzle-orm';
import { outbox } from '../../db/schema/index.ts';
import { type Deps, inTransaction } from '../deps.ts';
import { type TakenEvent, takeEvents } from '../domains/platform/tables/outbox.ts';
import { createAlarm } from '../lib/alarm.ts';
import { pauseAfter } from '../lib/retry.ts';
import type { Origin } from '../lib/trail.ts';
import type { JobQueue, QueuedJob } from '../ports.ts';
import { isJobName, type Job } from '../queue/jobs.ts';
import { type EventName, type Events, eventNames } from './events.ts';
import { listen } from './listener.ts';
import { jobIdOf, OUTBOX_CHANNEL } from './record.ts';

const POLL_MS = 5_000;
const BATCH_SIZE = 500;
const PAUSES = { firstMs: 200, maxMs: 5_000 };

export type RecordedEvent = { [N in EventName]: { name: N; payload: Events[N] } }[EventName];

/** Jobs of an event: itself, if it names a job, else its reactions. */
export type ToJobs = (event: RecordedEvent) => readonly Job[];

export type Relay = { close(): Promise<void> };

/** Many relays may run on one database: each skips rows locked by another. */
export function startRelay(deps: Deps, queue: JobQueue, { toJobs }: { toJobs: ToJobs }): Relay {
  const alarm = createAlarm();
  let closed = false;
  let failures = 0;

  const run = async (): Promise<void> => {
    while (!closed) {
      try {
        const moved = await relayBatch(deps, queue, { toJobs });
        failures = 0;
        if (moved < BATCH_SIZE && !closed) await alarm.sleep(POLL_MS);
      } catch (error) {
        failures += 1;
        deps.log.warn({ err: error, failures }, 'could not hand events to the queue; they wait');
        if (!closed) await alarm.sleep(pauseAfter(failures, PAUSES));
      }
    }
  };
  const running = run();
  const listener = listen(deps, {
    channel: OUTBOX_CHANNEL,
    name: 'tsuzuki-relay',
    onNews() {
      // While the queue is offline, notifications must not cause a storm of attempts.
      if (failures === 0) alarm.ring();
    },
  });

  return {
    async close() {
      closed = true;
      alarm.ring();
      await Promise.all([listener.close(), running]);
    },
  };
}

/** Moves at most one batch and returns its row count. Throws when the queue or the database is offline. */
export async function relayBatch(
  deps: Deps,
  queue: JobQueue,
  { toJobs }: { toJobs: ToJobs },
): Promise<number> {
  return inTransaction(deps, async (tx) => {
    // Events that only a newer program knows are left for its relay.
    const rows = await takeEvents(tx, eventNames, BATCH_SIZE);
    if (rows.length === 0) return 0;
    const nowMs = deps.clock.now().getTime();
    const jobs = rows.flatMap((row) => jobsOf(row, { toJobs, nowMs }));
    if (jobs.length > 0) await queue.addBulk(jobs);
    // The commit makes the marks permanent. An error above rolls them back.
    return rows.length;
  });
}

/** Deterministic: the same jobs on every call. */
export function jobsOf(
  { id, name, payload, runAt, requestId, traceparent }: TakenEvent,
  { toJobs, nowMs }: { toJobs: ToJobs; nowMs: number },
): QueuedJob[] {
  const delayMs = Math.max(0, (runAt?.getTime() ?? 0) - nowMs);
  return toJobs({ name, payload } as RecordedEvent).map((job) => ({
    ...job,
    id: jobId(id, name, job),
    delayMs,
    origin: originOf(requestId, traceparent),
  }));
}

const originOf = (requestId: string | null, traceparent: string | null): Origin => ({
  ...(requestId !== null && { requestId }),
  ...(traceparent !== null && { traceparent }),
});

function jobId(outboxId: number, eventName: string, job: Job): string {
  return isJobName(eventName) ? jobIdOf(outboxId) : `ob-${outboxId}-${job.name}`;
}

export async function countWaiting(deps: Deps): Promise<number> {
  const [row] = await deps.db
    .select({ count: sql<number>`count(*)::int` })
    .from(outbox)
    .where(isNull(outbox.relayedAt));
  return row?.count ?? 0;
}
