import { and, inArray, isNull, type SQL } from 'drizzle-orm';
import { failedJobs } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';

export type Failure = typeof failedJobs.$inferSelect;

/** True while the failure waits for a person. */
export const isOpen = (): SQL | undefined => and(isNull(failedJobs.retriedAt), isNull(failedJobs.droppedAt));

export async function addFailure(deps: Deps, failure: typeof failedJobs.$inferInsert): Promise<void> {
  await deps.db.insert(failedJobs).values(failure).onConflictDoNothing();
}

export async function markRetried(deps: Deps, ids: readonly string[]): Promise<void> {
  await deps.db
    .update(failedJobs)
    .set({ retriedAt: deps.clock.now() })
    .where(inArray(failedJobs.id, [...ids]));
}

export async function markDropped(deps: Deps, ids: readonly string[]): Promise<void> {
  await deps.db
    .update(failedJobs)
    .set({ droppedAt: deps.clock.now() })
    .where(inArray(failedJobs.id, [...ids]));
}
