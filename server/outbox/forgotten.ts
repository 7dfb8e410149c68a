/** Finds rows that wait without a job, for example after the queue was lost. */

import { and, exists, gte, inArray, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { failedJobs, outbox } from '../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import type { JobQueue } from '../ports.ts';
import type { EventPart } from './event.ts';
import { jobIdOf } from './record.ts';

export type JobKey = { jobs: readonly EventPart[]; key: 'mediaId' | 'epubId' };

/** Returns rows without a job that have waited since before `before`. One query for any number of rows. */
export async function findForgotten(
  deps: Deps,
  queue: JobQueue,
  { jobs, key }: JobKey,
  { ids, before }: { ids: readonly string[]; before: Date },
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rowId = sql<string>`${outbox.payload} ->> ${sql.raw(`'${key}'`)}`;
  const recorded = await deps.db
    .select({
      id: outbox.id,
      name: outbox.name,
      rowId,
      relayedAt: outbox.relayedAt,
      createdAt: outbox.createdAt,
    })
    .from(outbox)
    .where(and(inArray(outbox.name, namesOf(jobs)), inArray(rowId, [...ids])));
  const cared = new Set<string>();
  for (const row of recorded) {
    if (cared.has(row.rowId)) continue;
    const isOnItsWay = row.relayedAt === null || row.createdAt > before;
    if (isOnItsWay || (await queue.isLive(row.name, jobIdOf(row.id)))) cared.add(row.rowId);
  }
  return ids.filter((id) => !cared.has(id));
}

/** A job for this row failed for good (since `since`, if given), so the row waits for a person. */
export const isGivenUp = (
  deps: Pick<Deps, 'db'>,
  { jobs, key }: JobKey,
  id: SQLWrapper,
  since?: SQLWrapper,
): SQL =>
  exists(
    deps.db
      .select({ one: sql`1` })
      .from(failedJobs)
      .where(
        and(
          inArray(failedJobs.name, namesOf(jobs)),
          isNull(failedJobs.retriedAt),
          sql`${failedJobs.payload} ->> ${sql.raw(`'${key}'`)} = ${id}::text`,
          since && gte(failedJobs.failedAt, since),
        ),
      ),
  );

const namesOf = (jobs: readonly EventPart[]): string[] => jobs.map(({ name }) => name);
