/** What is done by the clock. Each sweep is safe to repeat; of many workers, one at a time does it unless it is shared. */
import { sql } from 'drizzle-orm';
import { type Deps, inTransaction } from '../server/deps.ts';
import { eraseDueAccounts } from '../server/domains/privacy/deletion.ts';
import { deleteExpiredExports } from '../server/domains/privacy/export.ts';
import { purgeDeletedStories } from '../server/domains/publishing/deletion.ts';
import { publishAllDue } from '../server/domains/publishing/due.ts';
import { deleteOldMarks } from '../server/domains/statistics/service.ts';
import { deleteOldInvitations } from '../server/domains/teams/invitations.ts';
import { createAlarm } from '../server/lib/alarm.ts';
import { sweepLeftovers } from '../server/ops/leftovers.ts';
import { requeueStuckMedia } from '../server/ops/stuck-media.ts';
import { deleteExpiredRows } from '../server/ops/sweeps.ts';
import type { JobQueue } from '../server/queue/queue.ts';
import { giveUpLeftovers } from './give-up.ts';
import type { LastRites } from './run-job.ts';

const SECOND_MS = 1_000;
const TICK_MS = 15 * SECOND_MS;
/** How late a release may be while its job is lost or the queue is away; it asks one index, so it may ask often. */
export const PUNCTUAL_TICK_MS = 2 * SECOND_MS;
/** Namespace of the advisory locks below, so that they meet no other lock of the house. */
const LOCK_SPACE = 7_263_502;

export type Schedule = {
  name: string;
  everyMs: number;
  /** Any number of workers may be at it at once, so that one which hangs holds up no other. */
  isShared?: true;
  run(deps: Deps, queue: JobQueue): Promise<unknown>;
};

export const makeSchedules = (rites: LastRites): Schedule[] => [
  { name: 'media.requeue_stuck', everyMs: TICK_MS, run: requeueStuckMedia },
  {
    name: 'jobs.give_up_leftovers',
    everyMs: TICK_MS,
    run: (deps, queue) => giveUpLeftovers(deps, queue, rites),
  },
  { name: 'uploads.remove_leftovers', everyMs: 600 * SECOND_MS, run: sweepLeftovers },
  { name: 'accounts.erase_due', everyMs: 600 * SECOND_MS, run: eraseDueAccounts },
  { name: 'stories.purge_deleted', everyMs: 600 * SECOND_MS, run: purgeDeletedStories },
  { name: 'exports.delete_expired', everyMs: 600 * SECOND_MS, run: deleteExpiredExports },
  { name: 'views.delete_old_marks', everyMs: 600 * SECOND_MS, run: deleteOldMarks },
  { name: 'invitations.delete_old', everyMs: 600 * SECOND_MS, run: deleteOldInvitations },
  { name: 'rows.delete_expired', everyMs: 600 * SECOND_MS, run: deleteExpiredRows },
];

/** Apart from the others: no long sweep may make a release late. */
export const punctualSchedules: Schedule[] = [
  { name: 'episodes.publish_due', everyMs: PUNCTUAL_TICK_MS, isShared: true, run: publishAllDue },
];

/** Runs the sweep unless another worker is at it; returns whether it ran. */
export async function runSchedule(
  deps: Deps,
  queue: JobQueue,
  { name, isShared, run }: Schedule,
): Promise<boolean> {
  if (isShared) {
    await run(deps, queue);
    return true;
  }
  // The transaction only holds the lock; the sweep commits its own steps, so that none is undone by a lost lock.
  return inTransaction(deps, async (tx) => {
    const lock = sql`select pg_try_advisory_xact_lock(${LOCK_SPACE}, hashtext(${name})) as taken`;
    const { rows } = await tx.db.execute<{ taken: boolean }>(lock);
    if (rows[0]?.taken !== true) return false;
    await run(deps, queue);
    return true;
  });
}

/** Begins with a first round at once, so that a restart picks up what the stop has left. */
export function startSchedules(
  deps: Deps,
  queue: JobQueue,
  schedules: Schedule[],
  { tickMs = TICK_MS }: { tickMs?: number } = {},
): { close(): Promise<void> } {
  const alarm = createAlarm();
  const lastRunMs = new Map<string, number>();
  let closed = false;

  const runDue = async (): Promise<void> => {
    for (const schedule of schedules) {
      const now = performance.now();
      const last = lastRunMs.get(schedule.name) ?? Number.NEGATIVE_INFINITY;
      // Half a tick of tolerance: a timer that fires a little early must not put a sweep off by a whole tick.
      if (closed || now - last < schedule.everyMs - tickMs / 2) continue;
      lastRunMs.set(schedule.name, now);
      await runSchedule(deps, queue, schedule).catch((error) => {
        deps.log.warn({ err: error, schedule: schedule.name }, 'a sweep failed and will be tried again');
      });
    }
  };
  const run = async (): Promise<void> => {
    while (!closed) {
      await runDue();
      if (!closed) await alarm.sleep(tickMs);
    }
  };
  const running = run();

  return {
    async close() {
      closed = true;
      alarm.ring();
      await running;
    },
  };
}
