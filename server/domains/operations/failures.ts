/** Owns `failed_jobs`. */
import { eq } from 'drizzle-orm';
import { failedJobs } from '../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';

/** The same failure again changes nothing. */
export async function addFailure(deps: Deps, failure: typeof failedJobs.$inferInsert): Promise<void> {
  await deps.db.insert(failedJobs).values(failure).onConflictDoNothing();
}

export async function markRetried(deps: Deps, id: string): Promise<void> {
  await deps.db.update(failedJobs).set({ retriedAt: deps.clock.now() }).where(eq(failedJobs.id, id));
}
