/** Daily: compares thread counts with the comments, corrects differences and reports them. */
import { asc, eq, gt, sql } from 'drizzle-orm';
import { commentThreads } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { correctComments } from '../../reading/counts/service.ts';

const BATCH_COUNT = 200;

/** The same conditions as in `isShownToAll` and `isListedForAll`. */
export const isShownRow = sql`state = 'shown'`;
export const isListedRow = sql`parent_id is null
  and (state = 'shown' or (replies_count > 0 and state in ('held', 'hidden', 'deleted')))`;

export type Correction = {
  subjectId: string;
  shown: { was: number; is: number };
  listed: { was: number; is: number };
};

/** Returns the corrections. Locks each thread only briefly, so that writers do not wait for all. */
export async function correctCounts(deps: Deps): Promise<Correction[]> {
  const corrected: Correction[] = [];
  let cursor = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const part = await deps.db
      .select({ id: commentThreads.subjectId })
      .from(commentThreads)
      .where(gt(commentThreads.subjectId, cursor))
      .orderBy(asc(commentThreads.subjectId))
      .limit(BATCH_COUNT);
    for (const { id } of part) {
      const correction = await inTransaction(deps, (tx) => correctThread(tx, id));
      if (correction !== null) corrected.push(correction);
    }
    const last = part.at(-1);
    if (last === undefined || part.length < BATCH_COUNT) break;
    cursor = last.id;
  }
  for (const each of corrected) deps.log.warn(each, 'corrected the comment count of a thread');
  return corrected;
}

async function correctThread(tx: TransactionDeps, subjectId: string): Promise<Correction | null> {
  const own = eq(commentThreads.subjectId, subjectId);
  // Waits for transactions that change the counts, and sees their changes.
  const [thread] = await tx.db.select().from(commentThreads).where(own).for('update');
  if (thread === undefined) return null;
  const isStory = thread.storyId === subjectId;
  const where = isStory
    ? sql`story_id = ${subjectId} and episode_id is null`
    : sql`episode_id = ${subjectId}`;
  const { rows } = await tx.db.execute<{ shown: number; listed: number }>(sql`
    select count(*) filter (where ${isShownRow})::int as shown, count(*) filter (where ${isListedRow})::int as listed
    from comments where ${where}`);
  const { shown = 0, listed = 0 } = rows[0] ?? {};
  if (!isStory) await correctComments(tx, subjectId, shown);
  if (shown === thread.shownCount && listed === thread.listedCount) return null;
  await tx.db.update(commentThreads).set({ shownCount: shown, listedCount: listed }).where(own);
  return {
    subjectId,
    shown: { was: thread.shownCount, is: shown },
    listed: { was: thread.listedCount, is: listed },
  };
}
