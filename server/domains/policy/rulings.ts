/** What an administrator has hidden stays so for its story's team. */
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { reportDecisions } from '../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';

/** Whether a text was hidden by a decision on reports that holds. */
export async function isRuledOut({ db }: Pick<Deps, 'db'>, subjectId: string): Promise<boolean> {
  const [decision] = await db
    .select({ id: reportDecisions.id })
    .from(reportDecisions)
    .where(
      and(
        eq(reportDecisions.subjectId, subjectId),
        isNotNull(reportDecisions.hidden),
        isNull(reportDecisions.undoneAt),
      ),
    )
    .limit(1);
  return decision !== undefined;
}
