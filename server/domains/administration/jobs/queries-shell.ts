/** Queries of the `jobs` command: finds failed jobs and waits for their outcomes. */

import { setTimeout as sleep } from 'node:timers/promises';
import { and, desc, eq, inArray, isNotNull, like, or } from 'drizzle-orm';
import { failedJobs, jobRuns } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../lib/errors.ts';
import { isId } from '../../../lib/ids.ts';
import { houseParts } from '../../define.ts';
import { isOpen } from '../../platform/tables/failures.ts';
import { areaOf, isJobArea } from '../../platform/tables/rules.ts';
import type { Which } from './service.ts';

const POLL_MS = 500;
const RUNS_SHOWN_COUNT = 50;

/** An id, a number with its area (`pictures:81442`), a name, or an area. Throws 404 for an unknown id or number. */
export async function findFailures(deps: Deps, what: string): Promise<Which[]> {
  if (isId(what)) return [{ id: what }];
  const [, area, number] = /^([a-z]+):(\d{1,15})$/.exec(what) ?? [];
  if (number !== undefined) {
    const rows = await deps.db
      .select({ id: failedJobs.id, name: failedJobs.name })
      .from(failedJobs)
      .where(
        and(
          isNotNull(failedJobs.jobId),
          or(eq(failedJobs.jobId, `ob-${number}`), like(failedJobs.jobId, `ob-${number}-%`)),
        ),
      );
    const row = rows.find(({ name }) => areaOf(name) === area);
    if (row === undefined) throw notFound('not_found');
    return [{ id: row.id }];
  }
  const names = await deps.db.selectDistinct({ name: failedJobs.name }).from(failedJobs).where(isOpen());
  const isMeant = (name: string) => (isJobArea(what) ? areaOf(name) === what : name === what);
  return names.filter(({ name }) => isMeant(name) && houseParts.of(deps).jobs.has(name));
}

export type Outcomes = { done: number; failed: string[]; open: number };

/** Workers record runs a second later, but final failures at once. */
export async function waitForJobs(deps: Deps, jobIds: readonly string[], waitMs: number): Promise<Outcomes> {
  const until = Date.now() + waitMs;
  const open = new Set(jobIds);
  const failed: string[] = [];
  let done = 0;
  for (;;) {
    const ids = [...open];
    const [ran, gone] = await Promise.all([
      deps.db
        .select({ id: jobRuns.jobId })
        .from(jobRuns)
        .where(and(inArray(jobRuns.jobId, ids), eq(jobRuns.outcome, 'done'))),
      deps.db
        .select({ id: failedJobs.jobId, name: failedJobs.name, reason: failedJobs.reason })
        .from(failedJobs)
        .where(inArray(failedJobs.jobId, ids)),
    ]);
    for (const { id } of ran) if (open.delete(id)) done += 1;
    for (const { id, name, reason } of gone)
      if (id !== null && open.delete(id)) failed.push(`${name}: ${reason}`);
    if (open.size === 0 || Date.now() >= until) return { done, failed, open: open.size };
    await sleep(POLL_MS);
  }
}

/** The latest tries, newest first, one per line. */
export async function listRuns(deps: Deps, what: string | undefined): Promise<string[]> {
  const rows = await deps.db
    .select()
    .from(jobRuns)
    .where(what === undefined || isJobArea(what) ? undefined : eq(jobRuns.name, what))
    .orderBy(desc(jobRuns.id))
    .limit(what !== undefined && isJobArea(what) ? RUNS_SHOWN_COUNT * 20 : RUNS_SHOWN_COUNT);
  return rows
    .filter(({ name }) => what === undefined || !isJobArea(what) || areaOf(name) === what)
    .slice(0, RUNS_SHOWN_COUNT)
    .map(
      ({ startedAt, jobId, name, payload, attempt, outcome, durationMs, worker, reason }) =>
        `${startedAt.toISOString()}  ${jobId}  ${name} ${JSON.stringify(payload)}  ` +
        `${outcome}, attempt ${attempt}, ${durationMs} ms, ${worker}${reason === null ? '' : `: ${reason}`}`,
    );
}
