import { asc, eq, sql } from 'drizzle-orm';
import { violationReports } from '../../../db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../deps.ts';
import type { Person } from '../privacy/personal.ts';

const isUntold = sql<boolean>`${violationReports.decisionId} is not null and ${violationReports.toldAt} is null`;

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
      isUntold,
    })
    .from(violationReports)
    .where(eq(violationReports.reporterId, id))
    .orderBy(asc(violationReports.id));
  // As the pages tell it: a decision that can still be undone is none yet.
  const told = reports.map(({ isUntold: isYetOpen, ...report }) =>
    isYetOpen ? { ...report, state: 'open', decidedAt: null } : report,
  );
  return { files: { violation_reports: told } };
}

/**
 * Reports stay, with nobody as their reporter. What was written goes once the report is decided for good; until then it
 * says what is to be looked at.
 */
export async function eraseReporter(tx: TransactionDeps, { id }: Person): Promise<void> {
  // In one statement, so that a report which is being decided just now loses its text by one of the two.
  await tx.db
    .update(violationReports)
    .set({
      reporterId: null,
      text: sql`case when ${violationReports.state} = 'open'
        or (${violationReports.decisionId} is not null and ${violationReports.toldAt} is null) then ${violationReports.text} else '' end`,
    })
    .where(eq(violationReports.reporterId, id));
  await tx.db.update(violationReports).set({ personId: null }).where(eq(violationReports.personId, id));
}
