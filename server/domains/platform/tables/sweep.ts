import { and, isNotNull, lt, or } from 'drizzle-orm';
import { failedJobs, outbox, signInFailures, usedAmounts } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { DAY_MS, HOUR_MS } from '../../../lib/durations.ts';
import { deleteOldAnswers } from './answers.ts';
import { deleteOldHistory } from './history.ts';

export const RELAYED_KEPT_MS = 3 * DAY_MS;
/** No limit has a longer window. */
export const ATTEMPTS_KEPT_MS = HOUR_MS;
export const RETRIED_JOBS_KEPT_MS = 30 * DAY_MS;
/** While the row exists, no sweep retries the job. */
export const DROPPED_JOBS_KEPT_MS = 180 * DAY_MS;

export async function deleteExpiredRows(deps: Deps): Promise<void> {
  const before = (ms: number) => new Date(deps.clock.now().getTime() - ms);
  await deps.db.delete(signInFailures).where(lt(signInFailures.failedAt, before(ATTEMPTS_KEPT_MS)));
  await deleteOldAnswers(deps);
  await deps.db.delete(usedAmounts).where(lt(usedAmounts.endsAt, before(0)));
  await deps.db
    .delete(failedJobs)
    .where(
      or(
        and(isNotNull(failedJobs.retriedAt), lt(failedJobs.retriedAt, before(RETRIED_JOBS_KEPT_MS))),
        and(isNotNull(failedJobs.droppedAt), lt(failedJobs.droppedAt, before(DROPPED_JOBS_KEPT_MS))),
      ),
    );
  // Rows that were not relayed stay.
  await deps.db.delete(outbox).where(lt(outbox.relayedAt, before(RELAYED_KEPT_MS)));
  await deleteOldHistory(deps);
}
