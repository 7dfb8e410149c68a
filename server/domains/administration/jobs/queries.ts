/** The job board: queues, areas, schedules, and jobs that wait for a person. */

import { and, asc, desc, gte, inArray, or, sql } from 'drizzle-orm';
import { failedJobs, jobMinutes, scheduleRuns } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import type { ReplyOf } from '../../../lib/contract.ts';
import { HOUR_MS, MINUTE_MS } from '../../../lib/durations.ts';
import { houseParts } from '../../define.ts';
import { isOpen } from '../../platform/tables/failures.ts';
import { areaOf, JOB_AREAS, type JobArea, numberOf } from '../../platform/tables/rules.ts';
import type { queuesContract } from './contract.ts';
import { jobQueue } from './job-queue.ts';
import { areaState, oldestOf, QUEUE_NAMES, queueState } from './rules.ts';

export type Board = ReplyOf<(typeof queuesContract)['GET /admin/queues']>;
export type FailedList = ReplyOf<(typeof queuesContract)['GET /admin/failed_jobs']>;
export type ListedFailure = FailedList['failed_jobs'][number];

const BAR_MS = 2 * MINUTE_MS;
export const BARS_COUNT = HOUR_MS / BAR_MS;

export async function findBoard(deps: Deps): Promise<Board> {
  const open = await countOpen(deps);
  const [queues, areas, schedules] = await Promise.all([
    listQueues(deps, open),
    listAreas(deps, open),
    listSchedules(deps),
  ]);
  return { queues, areas, schedules };
}

type OpenCount = { name: string; count: number };

/** From an index of open rows only. */
const countOpen = ({ db }: Pick<Deps, 'db'>): Promise<OpenCount[]> =>
  db
    .select({ name: failedJobs.name, count: sql<number>`count(*)::int` })
    .from(failedJobs)
    .where(isOpen())
    .groupBy(failedJobs.name);

const sum = (counts: readonly OpenCount[], isCounted: (name: string) => boolean): number =>
  counts.reduce((total, { name, count }) => total + (isCounted(name) ? count : 0), 0);

/** Null while the queue is offline: the rest of the board comes from the database. */
async function listQueues(deps: Deps, open: readonly OpenCount[]): Promise<Board['queues']> {
  const queue = jobQueue.of(deps);
  if (queue === null) return null;
  const now = deps.clock.now();
  try {
    const survey = await queue.survey();
    return QUEUE_NAMES.map((name) => {
      const { waiting, active, delayed, oldest, next } = survey[name];
      return {
        name,
        state: queueState(survey[name], now),
        waiting,
        active,
        delayed,
        failed: sum(open, (job) => (houseParts.of(deps).jobs.get(job)?.settings.group ?? 'quick') === name),
        oldest_at: oldestOf(oldest, now)?.at.toISOString() ?? null,
        next_at: next?.at.toISOString() ?? null,
        next_job_id: next?.id ?? null,
      };
    });
  } catch (error) {
    deps.log.warn({ err: error }, 'the queue did not answer the queue board');
    return null;
  }
}

/** Reads a few hundred sums, whatever the number of jobs. */
async function listAreas(deps: Deps, open: readonly OpenCount[]): Promise<Board['areas']> {
  const until = Math.floor(deps.clock.now().getTime() / BAR_MS + 1) * BAR_MS;
  const from = until - HOUR_MS;
  const rows = await deps.db
    .select()
    .from(jobMinutes)
    .where(gte(jobMinutes.minute, new Date(from)));
  return JOB_AREAS.map((name) => {
    const own = rows.filter((row) => areaOf(row.name) === name);
    const counts = Array.from({ length: BARS_COUNT }, () => 0);
    for (const { minute, doneCount, failedCount } of own) {
      const place = Math.min(BARS_COUNT - 1, Math.floor((minute.getTime() - from) / BAR_MS));
      counts[place] = (counts[place] ?? 0) + doneCount + failedCount;
    }
    const done = own.reduce((total, { doneCount }) => total + doneCount, 0);
    const failedTries = own.reduce((total, { failedCount }) => total + failedCount, 0);
    const busyMs = own.reduce((total, row) => total + row.busyMs, 0);
    const tries = done + failedTries;
    return {
      name,
      state: areaState({ done, failedTries }),
      done,
      failed_tries: failedTries,
      failed: sum(open, (job) => areaOf(job) === name),
      average_ms: tries === 0 ? null : Math.round(busyMs / tries),
      longest_wait_ms: tries === 0 ? null : Math.max(...own.map(({ waitedMaxMs }) => waitedMaxMs)),
      counts,
    };
  });
}

/** Registered schedules, and unknown ones that ran before. */
export async function listSchedules(deps: Pick<Deps, 'db' | 'services'>): Promise<Board['schedules']> {
  const rows = await deps.db.select().from(scheduleRuns).orderBy(asc(scheduleRuns.name));
  const known = new Map(houseParts.of(deps).sweeps.map(({ name, everyMs }) => [name, everyMs]));
  const ran = new Map(rows.map((row) => [row.name, row]));
  const names = [...new Set([...known.keys(), ...ran.keys()])];
  return names
    .map((name) => {
      const row = ran.get(name);
      return {
        name,
        area: areaOf(name),
        every_ms: known.get(name) ?? null,
        last_at: row?.startedAt.toISOString() ?? null,
        duration_ms: row?.durationMs ?? null,
        next_at: row?.nextAt.toISOString() ?? null,
        worker: row?.worker ?? null,
        error: row?.error ?? null,
        failed_at: row?.failedAt?.toISOString() ?? null,
      };
    })
    .sort(
      (one, other) =>
        JOB_AREAS.indexOf(one.area) - JOB_AREAS.indexOf(other.area) || (one.name < other.name ? -1 : 1),
    );
}

/** Newest first. `total` counts all open jobs in the area. */
export async function listFailed(
  deps: Pick<Deps, 'db' | 'services'>,
  {
    area,
    names,
    page,
    perPage,
  }: { area?: JobArea; names?: readonly string[]; page: number; perPage: number },
): Promise<{ failed_jobs: ListedFailure[]; total: number }> {
  const open = await countOpen(deps);
  const isWanted = (name: string) =>
    (area === undefined || areaOf(name) === area) && (names === undefined || names.includes(name));
  const wanted = open.filter(({ name }) => isWanted(name)).map(({ name }) => name);
  if (wanted.length === 0) return { failed_jobs: [], total: 0 };
  const rows = await deps.db
    .select()
    .from(failedJobs)
    .where(and(isOpen(), wanted.length === open.length ? undefined : inArray(failedJobs.name, wanted)))
    .orderBy(desc(failedJobs.failedAt), desc(failedJobs.id))
    .limit(perPage)
    .offset((page - 1) * perPage);
  const alike = await countAlike(deps, rows);
  return {
    failed_jobs: rows.map((row) => ({
      id: row.id,
      job_id: row.jobId,
      number: numberOf(row.jobId ?? row.id),
      name: row.name,
      area: areaOf(row.name),
      payload: row.payload,
      reason: row.reason || firstLine(row.error),
      tries: row.attempts,
      failed_at: row.failedAt.toISOString(),
      alike: alike.get(`${row.name} ${row.reason}`) ?? 1,
    })),
    total: sum(open, isWanted),
  };
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

/** Older rows have no reason and match no other. */
export async function countAlike(
  { db }: Pick<Deps, 'db'>,
  rows: readonly { name: string; reason: string }[],
): Promise<Map<string, number>> {
  const kinds = new Map(
    rows
      .filter(({ reason }) => reason !== '')
      .map(({ name, reason }) => [`${name} ${reason}`, { name, reason }]),
  );
  if (kinds.size === 0) return new Map();
  const isOne = or(
    ...[...kinds.values()].map(
      ({ name, reason }) => sql`(${failedJobs.name} = ${name} and ${failedJobs.reason} = ${reason})`,
    ),
  );
  const counted = await db
    .select({ name: failedJobs.name, reason: failedJobs.reason, count: sql<number>`count(*)::int` })
    .from(failedJobs)
    .where(and(isOpen(), isOne))
    .groupBy(failedJobs.name, failedJobs.reason);
  return new Map(counted.map(({ name, reason, count }) => [`${name} ${reason}`, count]));
}
