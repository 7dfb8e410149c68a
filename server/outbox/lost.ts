/**
 * Jobs that the queue took and lost before they were done, as a Redis does that is emptied or comes back without its last seconds.
 * The history says what was done, the queue what is still to come; what neither knows is handed over again.
 */
import type { Deps } from '../deps.ts';
import { endedAmong } from '../domains/platform/tables/history.ts';
import { listRelayed, type RelayMark } from '../domains/platform/tables/outbox.ts';
import { HOUR_MS, MINUTE_MS } from '../lib/durations.ts';
import type { JobQueue, QueuedJob } from '../queue/queue.ts';
import { eventNames } from './events.ts';
import { jobsOf, type ToJobs } from './relay.ts';

/** Until then most are done, and their history is written. */
const SETTLED_MS = MINUTE_MS;
/** Whoever empties a queue on which jobs have waited for longer has lost these. */
const LOOKED_BACK_MS = 6 * HOUR_MS;
const PAGE_COUNT = 1_000;
/** Behind a row of so many that wait, the next rounds find what is lost. */
const ASKED_MAX_COUNT = 2_000;

/**
 * A round answers how many were handed over again. One that was done and whose history was lost runs a second time, which each
 * may. What came to an end is not looked at again by the next round.
 */
export function createFinder({
  toJobs,
}: {
  toJobs: ToJobs;
}): (deps: Deps, queue: JobQueue) => Promise<number> {
  let settled: RelayMark = { relayedAt: new Date(0), id: 0 };
  return async (deps, queue) => {
    const nowMs = deps.clock.now().getTime();
    const first = new Date(Math.max(settled.relayedAt.getTime(), nowMs - LOOKED_BACK_MS));
    const to = new Date(nowMs - SETTLED_MS);
    let after: RelayMark = { relayedAt: first, id: first > settled.relayedAt ? 0 : settled.id };
    let areAllSettled = true;
    let found = 0;
    for (let asked = 0; asked < ASKED_MAX_COUNT; ) {
      const rows = await listRelayed(deps, eventNames, { after, to, most: PAGE_COUNT });
      const jobs = rows.flatMap((row) => jobsOf(row, { toJobs, nowMs }));
      const ended = await endedAmong(
        deps,
        jobs.map(({ id }) => id),
      );
      const open = jobs.filter(({ id }) => !ended.has(id));
      const lost: QueuedJob[] = [];
      for (const job of open) if (!(await queue.holds(job.name, job.id))) lost.push(job);
      if (lost.length > 0) await queue.addBulk(lost);
      found += lost.length;
      asked += open.length;
      after = rows.at(-1) ?? after;
      areAllSettled &&= open.length === 0;
      if (areAllSettled) settled = after;
      if (rows.length < PAGE_COUNT) break;
    }
    if (found > 0) deps.log.warn({ jobs: found }, 'jobs that the queue has lost are handed over again');
    return found;
  };
}
