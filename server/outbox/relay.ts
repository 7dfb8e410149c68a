/**
 * The relay hands recorded events to the queue: woken by NOTIFY, and every 5 s in case a notification was lost.
 * A row is marked in a transaction that commits after the queue has accepted its jobs. Between the two the process may
 * die; the row is then handed over again under the same job id, which the queue ignores while it still holds the job.
 * A job that was finished and removed in that moment runs a second time: delivery is at least once.
 */

import { isNull, sql } from 'drizzle-orm';
import { outbox } from '../../db/schema/index.ts';
import { type Deps, inTransaction } from '../deps.ts';
import { type TakenEvent, takeEvents } from '../domains/platform/tables/outbox.ts';
import { createAlarm } from '../lib/alarm.ts';
import { pauseAfter } from '../lib/retry.ts';
import type { Origin } from '../lib/trail.ts';
import { isJobName, type Job } from '../queue/jobs.ts';
import type { JobQueue, QueuedJob } from '../queue/queue.ts';
import { type EventName, type Events, eventNames } from './events.ts';
import { listen } from './listener.ts';
import { jobIdOf, OUTBOX_CHANNEL } from './record.ts';

const POLL_MS = 5_000;
const BATCH_SIZE = 500;
const PAUSES = { firstMs: 200, maxMs: 5_000 };

/** One recorded event with the payload that belongs to its name. */
export type RecordedEvent = { [N in EventName]: { name: N; payload: Events[N] } }[EventName];

/** The jobs that an event causes: itself, if it is the name of a job, else its reactions. */
export type ToJobs = (event: RecordedEvent) => readonly Job[];

export type Relay = { close(): Promise<void> };

/** Any number of relays may run on one database: rows that another one holds are skipped. */
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
        deps.log.warn({ err: error, failures }, 'events wait: they could not be handed to the queue');
        if (!closed) await alarm.sleep(pauseAfter(failures, PAUSES));
      }
    }
  };
  const running = run();
  const listener = listen(deps, {
    channel: OUTBOX_CHANNEL,
    name: 'tsuzuki-relay',
    onNews() {
      // While the queue is away, news must not turn into a storm of attempts.
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

/** Hands over at most one batch; returns how many rows were done. Throws when the queue or the database is away. */
export async function relayBatch(
  deps: Deps,
  queue: JobQueue,
  { toJobs }: { toJobs: ToJobs },
): Promise<number> {
  return inTransaction(deps, async (tx) => {
    // Names that only a newer program knows are left for its relay.
    const rows = await takeEvents(tx, eventNames, BATCH_SIZE);
    if (rows.length === 0) return 0;
    const nowMs = deps.clock.now().getTime();
    const jobs = rows.flatMap((row) => jobsOf(row, { toJobs, nowMs }));
    if (jobs.length > 0) await queue.addBulk(jobs);
    // Only now may the mark become true: an error above undoes it.
    return rows.length;
  });
}

/** What the event causes, as the queue is given it; the same each time that it is asked. */
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

/** Not a bare number and without a colon: BullMQ keeps both for itself. */
function jobId(outboxId: number, eventName: string, job: Job): string {
  return isJobName(eventName) ? jobIdOf(outboxId) : `ob-${outboxId}-${job.name}`;
}

/** How many rows wait for the relay; for the metrics. */
export async function countWaiting(deps: Deps): Promise<number> {
  const [row] = await deps.db
    .select({ count: sql<number>`count(*)::int` })
    .from(outbox)
    .where(isNull(outbox.relayedAt));
  return row?.count ?? 0;
}
