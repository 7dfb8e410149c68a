/** Owns `report_queue`: open reports, one row per thing and category. */
import { and, eq, sql } from 'drizzle-orm';
import { reportQueue } from '#db/schema/index.ts';
import type { TransactionDeps } from '../../../deps.ts';
import { lockByName } from '../../../lib/locks.ts';
import { URGENT_CATEGORY } from './rules.ts';
import type { Subject } from './subjects.ts';

/** Makes concurrent reports and decisions about the same thing wait for this transaction. */
export const lockSubject = (tx: TransactionDeps, subjectId: string) => lockByName(tx, `reports:${subjectId}`);

/** Rebuilds a thing's rows from its open reports. The caller locks the thing. */
export async function settleQueue(tx: TransactionDeps, { subjectType, subjectId }: Subject): Promise<void> {
  await tx.db
    .delete(reportQueue)
    .where(and(eq(reportQueue.subjectId, subjectId), eq(reportQueue.subjectType, subjectType)));
  await tx.db.execute(sql`
    insert into report_queue
      (subject_type, subject_id, category, language, urgent, leads, first_number, open_count, has_notice)
    select ${subjectType}, ${subjectId}::uuid, category,
      (select stories.language from stories where stories.id = story_id),
      bool_or(category = ${URGENT_CATEGORY}) over (),
      row_number() over (order by category = ${URGENT_CATEGORY} desc, first_number) = 1,
      first_number, open_count, bool_or(has_notice) over ()
    from (
      select category, (array_agg(story_id))[1] as story_id, min(number) as first_number,
        count(*)::int as open_count, bool_or(notice_id is not null) as has_notice
      from violation_reports
      where state = 'open' and subject_id = ${subjectId} and subject_type = ${subjectType}
      group by category
    ) as standing`);
}
