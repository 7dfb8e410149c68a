/** One job: its subject, its origin and its tries. */

import { and, asc, desc, eq, ne, type SQL } from 'drizzle-orm';
import { failedJobs, jobRuns, outbox } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import type { ReplyOf } from '../../../lib/contract.ts';
import { notFound } from '../../../lib/errors.ts';
import { isId } from '../../../lib/ids.ts';
import type { DelayedJob } from '../../../ports.ts';
import { type Failure, isOpen } from '../../platform/tables/failures.ts';
import { areaOf, numberOf } from '../../platform/tables/rules.ts';
import type { queuesContract } from './contract.ts';
import { jobQueue } from './job-queue.ts';
import { countAlike } from './queries.ts';
import type { JobState } from './rules.ts';
import { findSubjects } from './subjects.ts';

export type JobView = ReplyOf<(typeof queuesContract)['GET /admin/jobs/:id']>['job'];

const TRIES_SHOWN_COUNT = 50;
const ALIKE_SHOWN_COUNT = 4;

/** Finds a job by its queue id or the failed job's id. Throws 404 when nothing is known about it. */
export async function findJob(deps: Deps, id: string): Promise<JobView> {
  const failure = await findFailure(deps, isId(id) ? eq(failedJobs.id, id) : eq(failedJobs.jobId, id));
  const jobId = failure?.jobId ?? (isId(id) ? null : id);
  const [runs, recorded, delayed] = await Promise.all([
    listRuns(deps, jobId),
    findRecorded(deps, jobId),
    findDelayed(deps, jobId),
  ]);
  const name = failure?.name ?? runs[0]?.name ?? nameOf(recorded, jobId) ?? delayed?.name;
  if (name === undefined) throw notFound('not_found');
  const payload = failure?.payload ?? runs[0]?.payload ?? recorded?.payload ?? delayed?.payload ?? {};
  const [subjects, alike] = await Promise.all([findSubjects(deps, payload), findAlike(deps, failure)]);
  const last = runs.at(-1);
  return {
    id: jobId ?? id,
    failure_id: failure?.id ?? null,
    number: numberOf(jobId ?? id),
    name,
    area: areaOf(name),
    state: stateOf(failure, last?.outcome),
    payload,
    subjects,
    event: recorded !== null && recorded.name !== name ? recorded.name : null,
    recorded_at: (recorded?.createdAt ?? failure?.queuedAt ?? runs[0]?.queuedAt)?.toISOString() ?? null,
    delayed_until: delayed?.until.toISOString() ?? null,
    reason: failure === null ? (last?.reason ?? null) : failure.reason || firstLine(failure.error),
    error: failure?.error ?? null,
    tries: runs.map((run) => ({
      attempt: run.attempt,
      outcome: run.outcome,
      reason: run.reason,
      worker: run.worker,
      started_at: run.startedAt.toISOString(),
      duration_ms: run.durationMs,
    })),
    failed_at: failure?.failedAt.toISOString() ?? null,
    retried_at: failure?.retriedAt?.toISOString() ?? null,
    dropped_at: failure?.droppedAt?.toISOString() ?? null,
    alike,
  };
}

/** Null also when the queue is offline: the rest of the page comes from the database. */
async function findDelayed(deps: Deps, jobId: string | null): Promise<DelayedJob | null> {
  const { log } = deps;
  const queue = jobQueue.of(deps);
  if (queue === null || jobId === null) return null;
  return queue.findDelayed(jobId).catch((error) => {
    log.warn({ err: error, jobId }, 'could not ask the queue whether a job is delayed');
    return null;
  });
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

function stateOf(failure: Failure | null, outcome: string | undefined): JobState {
  if (failure === null) return outcome === 'done' ? 'done' : 'waiting';
  if (failure.droppedAt !== null) return 'dropped';
  return failure.retriedAt === null ? 'failed' : 'retried';
}

async function findFailure({ db }: Pick<Deps, 'db'>, which: SQL): Promise<Failure | null> {
  const [row] = await db.select().from(failedJobs).where(which).orderBy(desc(failedJobs.failedAt)).limit(1);
  return row ?? null;
}

async function listRuns({ db }: Pick<Deps, 'db'>, jobId: string | null) {
  if (jobId === null) return [];
  const rows = await db
    .select()
    .from(jobRuns)
    .where(eq(jobRuns.jobId, jobId))
    .orderBy(desc(jobRuns.id))
    .limit(TRIES_SHOWN_COUNT);
  return rows.reverse();
}

type Recorded = typeof outbox.$inferSelect;

async function findRecorded({ db }: Pick<Deps, 'db'>, jobId: string | null): Promise<Recorded | null> {
  const [, number] = /^ob-(\d{1,15})(?:-|$)/.exec(jobId ?? '') ?? [];
  if (number === undefined) return null;
  const [row] = await db
    .select()
    .from(outbox)
    .where(eq(outbox.id, Number(number)));
  return row ?? null;
}

/** For a job that has not run yet. If an event caused it, the id ends in the job's name. */
function nameOf(recorded: Recorded | null, jobId: string | null): string | null {
  if (recorded === null) return null;
  return /^ob-\d+-(.+)$/.exec(jobId ?? '')?.[1] ?? recorded.name;
}

async function findAlike(deps: Pick<Deps, 'db'>, failure: Failure | null): Promise<JobView['alike']> {
  if (failure === null || failure.reason === '' || failure.retriedAt !== null || failure.droppedAt !== null)
    return { count: 1, jobs: [] };
  const { name, reason, id } = failure;
  const others = await deps.db
    .select({ id: failedJobs.id, jobId: failedJobs.jobId })
    .from(failedJobs)
    .where(and(isOpen(), eq(failedJobs.name, name), eq(failedJobs.reason, reason), ne(failedJobs.id, id)))
    .orderBy(asc(failedJobs.id))
    .limit(ALIKE_SHOWN_COUNT);
  const counts = others.length === 0 ? new Map() : await countAlike(deps, [failure]);
  return {
    count: counts.get(`${name} ${reason}`) ?? 1,
    jobs: others.map((one) => ({ id: one.jobId ?? one.id, number: numberOf(one.jobId ?? one.id) })),
  };
}
