import { and, asc, eq } from 'drizzle-orm';
import { blockStatements, violationReports } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { newId } from '../../../lib/ids.ts';
import { logAction } from '../../platform/audit/log.ts';
import { reportedAs, type Statement } from '../takedowns/statements.ts';
import { writeDecision } from './decisions.ts';
import { lockSubject } from './queue.ts';
import { DECIDED_AT_ONCE_MAX_COUNT, UNDO_MS } from './rules.ts';

/** Decides open reports about blocked or hidden content. Skips a block lifted meanwhile. May run twice. */
export async function answerReports(deps: Deps, statementId: string): Promise<void> {
  const [statement] = await deps.db.select().from(blockStatements).where(eq(blockStatements.id, statementId));
  if (statement === undefined || statement.endedAt !== null) return;
  let count: number;
  do count = await inTransaction(deps, (tx) => answerSome(tx, statement));
  while (count === DECIDED_AT_ONCE_MAX_COUNT);
}

async function answerSome(tx: TransactionDeps, statement: Statement): Promise<number> {
  const { subjectType, subjectId, sameCategory } = reportedAs(statement);
  await lockSubject(tx, subjectId);
  const open = await tx.db
    .select({
      id: violationReports.id,
      number: violationReports.number,
      storyId: violationReports.storyId,
      category: violationReports.category,
    })
    .from(violationReports)
    .where(
      and(
        eq(violationReports.subjectType, subjectType),
        eq(violationReports.subjectId, subjectId),
        eq(violationReports.state, 'open'),
        sameCategory ? eq(violationReports.category, statement.category) : undefined,
      ),
    )
    .orderBy(asc(violationReports.id))
    .limit(DECIDED_AT_ONCE_MAX_COUNT);
  const [first] = open;
  if (first === undefined) return 0;
  const now = tx.clock.now();
  const { storyId, category } = first;
  await writeDecision(
    tx,
    {
      actorId: statement.blockedBy,
      subject: { subjectType, subjectId, storyId },
      reports: open.map(({ id }) => id),
    },
    {
      id: newId(now.getTime()),
      state: 'actioned',
      note: statement.facts,
      hidden: null,
      category,
      tellAt: new Date(now.getTime() + UNDO_MS),
    },
  );
  await logAction(tx, {
    actorId: statement.blockedBy,
    deed: 'report_decided',
    subject: { type: 'report', id: first.id, name: String(first.number) },
    details: { state: 'actioned', reports: open.length, statement: statement.number },
    reason: statement.facts,
  });
  return open.length;
}
