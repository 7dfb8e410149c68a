/**
 * Pictures that wait although no job is on its way to them, as after the loss of a queue. The truth is the picture's
 * row; the queue is only asked whether a job still exists.
 */
import { and, asc, inArray, isNull, lt, notExists, sql } from 'drizzle-orm';
import { failedJobs, media, outbox } from '../../../db/schema/index.ts';
import { type Deps, inTransaction } from '../../deps.ts';
import { MINUTE_MS } from '../../lib/durations.ts';
import { jobIdOf, record } from '../../outbox/record.ts';
import type { JobName } from '../../queue/jobs.ts';
import type { JobQueue } from '../../queue/queue.ts';

const JOBS: JobName[] = ['media.process', 'media.remake'];
const PATIENCE_MS = MINUTE_MS;
const BATCH_SIZE = 100;

/** Records the job anew for what is stuck; returns the ids. What failed for good waits for a person instead. */
export async function requeueStuckMedia(deps: Deps, queue: JobQueue): Promise<string[]> {
  const before = new Date(deps.clock.now().getTime() - PATIENCE_MS);
  const waiting = await findUnprocessed(deps, before);
  if (waiting.length === 0) return [];
  const mediaId = sql<string>`${outbox.payload} ->> 'mediaId'`;
  const recorded = await deps.db
    .select({
      id: outbox.id,
      name: outbox.name,
      mediaId,
      relayedAt: outbox.relayedAt,
      createdAt: outbox.createdAt,
    })
    .from(outbox)
    .where(and(inArray(outbox.name, JOBS), inArray(mediaId, waiting)));
  const cared = new Set<string>();
  for (const row of recorded) {
    if (cared.has(row.mediaId)) continue;
    const isOnItsWay = row.relayedAt === null || row.createdAt > before;
    if (isOnItsWay || (await queue.isLive(row.name as JobName, jobIdOf(row.id)))) cared.add(row.mediaId);
  }
  const stuck = waiting.filter((id) => !cared.has(id));
  if (stuck.length === 0) return [];
  await inTransaction(deps, async (tx) => {
    for (const id of stuck) await record(tx, 'media.process', { mediaId: id });
  });
  deps.log.warn({ mediaIds: stuck }, 'pictures without a job were queued again');
  return stuck;
}

async function findUnprocessed(deps: Deps, before: Date): Promise<string[]> {
  const givenUp = deps.db
    .select({ one: sql`1` })
    .from(failedJobs)
    .where(
      and(
        inArray(failedJobs.name, JOBS),
        isNull(failedJobs.retriedAt),
        sql`${failedJobs.payload} ->> 'mediaId' = ${media.id}::text`,
      ),
    );
  const rows = await deps.db
    .select({ id: media.id })
    .from(media)
    .where(
      and(
        isNull(media.processedAt),
        isNull(media.failedAt),
        lt(sql`coalesce(${media.startedAt}, ${media.createdAt})`, before),
        notExists(givenUp),
      ),
    )
    .orderBy(asc(media.createdAt))
    .limit(BATCH_SIZE);
  return rows.map(({ id }) => id);
}
