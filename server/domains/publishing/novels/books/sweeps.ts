import { and, asc, eq, inArray, isNull, lt, ne, not, or } from 'drizzle-orm';
import { epubs } from '#db/schema/index.ts';
import { type Deps, inTransaction } from '#server/deps.ts';
import { DAY_MS, MINUTE_MS } from '#server/lib/durations.ts';
import { findForgotten, isGivenUp, type JobKey } from '#server/outbox/forgotten.ts';
import { recordAll } from '#server/outbox/record.ts';
import type { JobQueue } from '#server/ports.ts';
import { epubUploaded } from '../../events.ts';
import { removeEpubs } from './service.ts';

/** Uploaded but never read. */
const UPLOADED_KEPT_MS = 2 * DAY_MS;
/** Found or refused, but neither imported nor discarded. */
const FOUND_KEPT_MS = 7 * DAY_MS;
/** A reading reports progress more often than this, even behind many other pictures. */
const PATIENCE_MS = 2 * MINUTE_MS;
const BATCH_SIZE = 100;
const JOBS = { jobs: [epubUploaded], key: 'epubId' } as const satisfies JobKey;

/** Removes books of deleted episodes at once. */
export async function removeOldBooks(deps: Deps): Promise<number> {
  const now = deps.clock.now().getTime();
  const since = (keptMs: number) => lt(epubs.updatedAt, new Date(now - keptMs));
  const old = or(
    and(eq(epubs.state, 'uploaded'), since(UPLOADED_KEPT_MS)),
    and(inArray(epubs.state, ['found', 'refused']), since(FOUND_KEPT_MS)),
    and(ne(epubs.state, 'uploaded'), isNull(epubs.episodeId)),
  );
  const rows = await deps.db.select({ id: epubs.id }).from(epubs).where(old).limit(BATCH_SIZE);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  // Checked again under the lock: somebody may be importing a book right now.
  return (await inTransaction(deps, (tx) => removeEpubs(tx, and(inArray(epubs.id, ids), old)))).length;
}

/** Queues again what waits without a job, as after the loss of a queue. Returns the ids. */
export async function requeueStuckBooks(deps: Deps, queue: JobQueue): Promise<string[]> {
  const before = new Date(deps.clock.now().getTime() - PATIENCE_MS);
  const waiting = await deps.db
    .select({ id: epubs.id })
    .from(epubs)
    .where(
      and(
        eq(epubs.state, 'reading'),
        lt(epubs.updatedAt, before),
        not(isGivenUp(deps, JOBS, epubs.id, epubs.updatedAt)),
      ),
    )
    .orderBy(asc(epubs.updatedAt))
    .limit(BATCH_SIZE);
  const stuck = await findForgotten(deps, queue, JOBS, { ids: waiting.map(({ id }) => id), before });
  if (stuck.length === 0) return [];
  await inTransaction(deps, (tx) =>
    recordAll(
      tx,
      epubUploaded,
      stuck.map((epubId) => ({ epubId })),
    ),
  );
  deps.log.warn({ epubIds: stuck }, 'queued books without a job again');
  return stuck;
}
