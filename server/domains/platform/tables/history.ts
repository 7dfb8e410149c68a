/** Owns `job_runs`, `job_minutes` and `schedule_runs`: what workers did lately, written in batches. */
import { and, eq, inArray, lt, ne, sql } from 'drizzle-orm';
import { failedJobs, jobMinutes, jobRuns, scheduleRuns } from '#db/schema/index.ts';
import { type Deps, inTransaction } from '../../../deps.ts';
import { DAY_MS, MINUTE_MS } from '../../../lib/durations.ts';

export type JobRun = Omit<typeof jobRuns.$inferSelect, 'id'>;
export type Round = typeof scheduleRuns.$inferInsert;

export const DONE_KEPT_MS = 2 * DAY_MS;
export const FAILED_KEPT_MS = 30 * DAY_MS;
export const MINUTES_KEPT_MS = 2 * DAY_MS;
const DELETED_AT_ONCE = 5_000;
const DELETIONS_MAX_COUNT = 200;

/** Updates the sums in the order of their key, so that workers never deadlock. */
export async function addRuns(deps: Deps, runs: readonly JobRun[]): Promise<void> {
  if (runs.length === 0) return;
  await inTransaction(deps, async (tx) => {
    await tx.db.insert(jobRuns).values([...runs]);
    await tx.db
      .insert(jobMinutes)
      .values(sumsOf(runs))
      .onConflictDoUpdate({
        target: [jobMinutes.minute, jobMinutes.name],
        set: {
          doneCount: sql`${jobMinutes.doneCount} + excluded.done_count`,
          failedCount: sql`${jobMinutes.failedCount} + excluded.failed_count`,
          busyMs: sql`${jobMinutes.busyMs} + excluded.busy_ms`,
          waitedMaxMs: sql`greatest(${jobMinutes.waitedMaxMs}, excluded.waited_max_ms)`,
        },
      });
  });
}

export function sumsOf(runs: readonly JobRun[]): (typeof jobMinutes.$inferSelect)[] {
  const sums = new Map<string, typeof jobMinutes.$inferSelect>();
  for (const { name, startedAt, queuedAt, durationMs, outcome, attempt } of runs) {
    const minute = Math.floor((startedAt.getTime() + durationMs) / MINUTE_MS) * MINUTE_MS;
    const key = `${minute} ${name}`;
    const sum = sums.get(key) ?? {
      minute: new Date(minute),
      name,
      doneCount: 0,
      failedCount: 0,
      busyMs: 0,
      waitedMaxMs: 0,
    };
    const isDone = outcome === 'done';
    // A retry waits because of the failure, not for lack of workers.
    const waitedMs = attempt === 1 ? Math.max(0, startedAt.getTime() - queuedAt.getTime()) : 0;
    sums.set(key, {
      ...sum,
      doneCount: sum.doneCount + (isDone ? 1 : 0),
      failedCount: sum.failedCount + (isDone ? 0 : 1),
      busyMs: sum.busyMs + durationMs,
      waitedMaxMs: Math.max(sum.waitedMaxMs, waitedMs),
    });
  }
  return [...sums.values()].sort(
    (one, other) => one.minute.getTime() - other.minute.getTime() || (one.name < other.name ? -1 : 1),
  );
}

/** The latest round of each sweep wins, whichever worker ran it. */
export async function addRounds({ db }: Pick<Deps, 'db'>, rounds: readonly Round[]): Promise<void> {
  if (rounds.length === 0) return;
  const sorted = [...rounds].sort((one, other) => (one.name < other.name ? -1 : 1));
  await db
    .insert(scheduleRuns)
    .values(sorted)
    .onConflictDoUpdate({
      target: scheduleRuns.name,
      set: {
        worker: sql`excluded.worker`,
        startedAt: sql`excluded.started_at`,
        durationMs: sql`excluded.duration_ms`,
        error: sql`excluded.error`,
        failedAt: sql`coalesce(excluded.failed_at, ${scheduleRuns.failedAt})`,
        nextAt: sql`excluded.next_at`,
      },
      setWhere: sql`${scheduleRuns.startedAt} <= excluded.started_at`,
    });
}

/** Jobs that ended, successfully or not. A job that ends its own workers leaves no run, only a failure. */
export async function endedAmong({ db }: Pick<Deps, 'db'>, jobIds: readonly string[]): Promise<Set<string>> {
  if (jobIds.length === 0) return new Set();
  const ids = [...jobIds];
  const rows = await db
    .select({ jobId: jobRuns.jobId })
    .from(jobRuns)
    .where(and(inArray(jobRuns.jobId, ids), ne(jobRuns.outcome, 'failed')))
    .unionAll(
      db
        .select({ jobId: sql<string>`${failedJobs.jobId}`.as('job_id') })
        .from(failedJobs)
        .where(inArray(failedJobs.jobId, ids)),
    );
  return new Set(rows.map(({ jobId }) => jobId));
}

/** Deletes by age only, some thousand rows at a time, so that writers do not wait. */
export async function deleteOldHistory(deps: Deps): Promise<void> {
  const before = (ms: number) => new Date(deps.clock.now().getTime() - ms);
  const done = and(eq(jobRuns.outcome, 'done'), lt(jobRuns.startedAt, before(DONE_KEPT_MS)));
  const failed = and(ne(jobRuns.outcome, 'done'), lt(jobRuns.startedAt, before(FAILED_KEPT_MS)));
  for (const old of [done, failed]) {
    for (let turn = 0; turn < DELETIONS_MAX_COUNT; turn += 1) {
      const some = deps.db.select({ id: jobRuns.id }).from(jobRuns).where(old).limit(DELETED_AT_ONCE);
      const gone = await deps.db.delete(jobRuns).where(inArray(jobRuns.id, some));
      if ((gone.rowCount ?? 0) < DELETED_AT_ONCE) break;
    }
  }
  await deps.db.delete(jobMinutes).where(lt(jobMinutes.minute, before(MINUTES_KEPT_MS)));
  // Sweeps that no longer exist.
  await deps.db.delete(scheduleRuns).where(lt(scheduleRuns.startedAt, before(FAILED_KEPT_MS)));
}
