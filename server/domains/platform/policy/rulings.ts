/** Tells whether an administrator keeps something hidden. Then neither its owner nor the story's team can show it. */
import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { blockStatements, reportDecisions } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';

export async function isRuledOut({ db }: Pick<Deps, 'db'>, subjectId: string): Promise<boolean> {
  const [statement] = await db
    .select({ endedAt: blockStatements.endedAt })
    .from(blockStatements)
    .where(eq(blockStatements.subjectId, subjectId))
    .orderBy(desc(blockStatements.number))
    .limit(1);
  if (statement !== undefined) return statement.endedAt === null;
  // Older decisions, and those about an erased author, have no statement.
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
