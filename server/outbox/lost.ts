/**
 * Jobs that the queue took and lost before they were done, as a Redis does that is emptied or comes back without its last seconds.
 * The history says what was done, the queue what is still to come; what neither knows is handed over again.
 */
import type { Deps } from '../deps.ts';
import { endedAmong } from '../domains/operations/history.ts';
import { listRelayed } from '../domains/operations/outbox.ts';
import { HOUR_MS, MINUTE_MS } from '../lib/durations.ts';
import type { JobQueue } from '../queue/queue.ts';
import { eventNames } from './events.ts';
import { jobsOf, type ToJobs } from './relay.ts';

/** Until then most are done, and their history is written. */
const SETTLED_MS = MINUTE_MS;
/** Whoever empties a queue on which jobs have waited for longer has lost these. */
const LOOKED_BACK_MS = 6 * HOUR_MS;
const PAGE_COUNT = 1_000;
/** Behind a row of so many that wait, the next rounds find what is lost. */
const ASKED_MAX_COUNT = 2_000;

/** How many were handed over again. One that was done and whose history was lost runs a second time, which each may. */
export async function handOverLost(
  deps: Deps,
  queue: JobQueue,
  { toJobs }: { toJobs: ToJobs },
): Promise<number> {
  const nowMs = deps.clock.now().getTime();
  const range = { from: new Date(nowMs - LOOKED_BACK_MS), to: new Date(nowMs - SETTLED_MS) };
  let found = 0;
  let asked = 0;
  for (let after = 0; asked < ASKED_MAX_COUNT; ) {
    const rows = await listRelayed(deps, eventNames, { ...range, after, most: PAGE_COUNT });
    const jobs = rows.flatMap((row) => jobsOf(row, { toJobs, nowMs }));
    const ended = await endedAmong(
      deps,
      jobs.map(({ id }) => id),
    );
    for (const job of jobs) {
      if (ended.has(job.id)) continue;
      asked += 1;
      if (await queue.holds(job.name, job.id)) continue;
      await queue.addBulk([job]);
      found += 1;
    }
    if (rows.length < PAGE_COUNT) break;
    after = rows.at(-1)?.id ?? after;
  }
  if (found > 0) deps.log.warn({ jobs: found }, 'jobs that the queue has lost are handed over again');
  return found;
}
