import { asc, eq, sql } from 'drizzle-orm';
import { violationReports } from '../../../db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../deps.ts';
import type { Person } from '../privacy/personal.ts';

export async function collectReports(deps: Deps, { id }: Person) {
  const reports = await deps.db
    .select({
      number: violationReports.number,
      subjectType: violationReports.subjectType,
      subjectId: violationReports.subjectId,
      category: violationReports.category,
      text: violationReports.text,
      state: violationReports.state,
      createdAt: violationReports.createdAt,
      decidedAt: violationReports.decidedAt,
    })
    .from(violationReports)
    .where(eq(violationReports.reporterId, id))
    .orderBy(asc(violationReports.id));
  return { files: { violation_reports: reports } };
}

/**
 * Reports stay, with nobody as their reporter. What was written goes once the report is decided; while it is open it says
 * what is to be looked at.
 */
export async function eraseReporter(tx: TransactionDeps, { id }: Person): Promise<void> {
  // In one statement, so that a report which is being decided just now loses its text by one of the two.
  await tx.db
    .update(violationReports)
    .set({
      reporterId: null,
      text: sql`case when ${violationReports.state} = 'open' then ${violationReports.text} else '' end`,
    })
    .where(eq(violationReports.reporterId, id));
}
