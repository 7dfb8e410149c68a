/**
 * Finds jobs that the queue accepted and then lost, such as a Redis that was emptied or restored. The history knows
 * finished jobs, and the queue knows pending ones. Jobs that neither knows are queued again.
 */

import type { Deps } from '../deps.ts';
import { endedAmong } from '../domains/platform/tables/history.ts';
import { listRelayed, type RelayMark } from '../domains/platform/tables/outbox.ts';
import { HOUR_MS, MINUTE_MS } from '../lib/durations.ts';
import type { JobQueue, QueuedJob } from '../ports.ts';
import { eventNames } from './events.ts';
import { jobsOf, type ToJobs } from './relay.ts';

/** By then, most jobs are done and in the history. */
const SETTLED_MS = MINUTE_MS;
/** Jobs that waited longer than this are not recovered. */
const LOOKED_BACK_MS = 6 * HOUR_MS;
const PAGE_COUNT = 1_000;
/** Bounds the jobs checked per run. Later runs find the rest. */
const ASKED_MAX_COUNT = 2_000;

/** A job whose history was lost may run twice, which every job allows. Finished jobs are not checked again. */
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
    if (found > 0) deps.log.warn({ jobs: found }, 'handed lost jobs to the queue again');
    return found;
  };
}
