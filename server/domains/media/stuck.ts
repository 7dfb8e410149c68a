import { and, asc, isNull, lt, not, sql } from 'drizzle-orm';
import { media } from '../../../db/schema/index.ts';
import { type Deps, inTransaction } from '../../deps.ts';
import { MINUTE_MS } from '../../lib/durations.ts';
import { findForgotten, isGivenUp, type JobKey } from '../../outbox/forgotten.ts';
import { record } from '../../outbox/record.ts';
import type { JobQueue } from '../../ports.ts';
import { bookPictureUploaded, pictureOutdated, pictureUploaded } from './events.ts';

const JOBS = {
  jobs: [pictureUploaded, bookPictureUploaded, pictureOutdated],
  key: 'mediaId',
} as const satisfies JobKey;
const PATIENCE_MS = MINUTE_MS;
const BATCH_SIZE = 100;

type Waiting = Pick<typeof media.$inferSelect, 'id' | 'edition' | 'purpose'>;

/** Returns the ids. Pictures that failed for good wait for a person instead. */
export async function requeueStuckMedia(deps: Deps, queue: JobQueue): Promise<string[]> {
  const before = new Date(deps.clock.now().getTime() - PATIENCE_MS);
  const waiting = await findUnprocessed(deps, before);
  const ids = waiting.map(({ id }) => id);
  const stuck = new Set(await findForgotten(deps, queue, JOBS, { ids, before }));
  if (stuck.size === 0) return [];
  await inTransaction(deps, async (tx) => {
    for (const row of waiting) if (stuck.has(row.id)) await record(tx, jobFor(row), { mediaId: row.id });
  });
  deps.log.warn({ mediaIds: [...stuck] }, 'queued pictures without a job again');
  return [...stuck];
}

/** Low priority stays low. Pictures of chapters come by the thousand. */
function jobFor({ edition, purpose }: Waiting): (typeof JOBS.jobs)[number] {
  if (edition > 0) return pictureOutdated;
  return purpose === 'illustration' ? bookPictureUploaded : pictureUploaded;
}

function findUnprocessed(deps: Deps, before: Date): Promise<Waiting[]> {
  return deps.db
    .select({ id: media.id, edition: media.edition, purpose: media.purpose })
    .from(media)
    .where(
      and(
        isNull(media.processedAt),
        isNull(media.failedAt),
        lt(sql`coalesce(${media.startedAt}, ${media.createdAt})`, before),
        not(isGivenUp(deps, JOBS, media.id)),
      ),
    )
    .orderBy(asc(media.createdAt))
    .limit(BATCH_SIZE);
}
