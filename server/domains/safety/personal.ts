import { and, asc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { blockStatements, violationReports } from '../../../db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../deps.ts';
import type { Person } from '../administration/privacy/personal.ts';

export async function collectStatements(deps: Deps, { id }: Person) {
  const statements = await deps.db
    .select({
      number: blockStatements.number,
      subjectType: blockStatements.subjectType,
      subjectId: blockStatements.subjectId,
      storyId: blockStatements.storyId,
      category: blockStatements.category,
      ground: blockStatements.ground,
      rule: blockStatements.rule,
      facts: blockStatements.facts,
      hidden: blockStatements.hidden,
      foundAutomatically: blockStatements.foundAutomatically,
      createdAt: blockStatements.createdAt,
      endedAt: blockStatements.endedAt,
      appealText: blockStatements.appealText,
      appealedAt: blockStatements.appealedAt,
      decision: blockStatements.decision,
      decisionNote: blockStatements.decisionNote,
      decidedAt: blockStatements.decidedAt,
    })
    .from(blockStatements)
    .where(eq(blockStatements.ownerId, id))
    .orderBy(asc(blockStatements.number));
  return { files: { statements } };
}

/** Keeps decisions, erases the person's own words. */
export async function eraseAppeals(tx: TransactionDeps, { id }: Person): Promise<void> {
  await tx.db.update(blockStatements).set({ appealText: '' }).where(eq(blockStatements.appealedBy, id));
  await tx.db.update(blockStatements).set({ hidden: null }).where(eq(blockStatements.ownerId, id));
}

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
  // Like the pages: a decision that can still be undone does not count yet.
  const told = reports.map(({ isUntold: isYetOpen, ...report }) =>
    isYetOpen ? { ...report, state: 'open', decidedAt: null } : report,
  );
  return { files: { violation_reports: told } };
}

/** True when the decision is final. Until then, texts of erased accounts show what to review. */
const isSettled = sql`(${violationReports.state} <> 'open'
  and (${violationReports.decisionId} is null or ${violationReports.toldAt} is not null))`;

/** Keeps reports without their reporter and the reported person. */
export async function eraseReporter(tx: TransactionDeps, { id }: Person): Promise<void> {
  // One statement each, so that either this or a concurrent decision removes the words.
  const { text, snapshot } = violationReports;
  await tx.db
    .update(violationReports)
    .set({ reporterId: null, text: sql`case when ${isSettled} then '' else ${text} end` })
    .where(eq(violationReports.reporterId, id));
  await tx.db
    .update(violationReports)
    .set({ personId: null, snapshot: sql`case when ${isSettled} then '' else ${snapshot} end` })
    .where(eq(violationReports.personId, id));
}

/** Erases texts of erased accounts, which were kept only until these decisions became final. */
export async function forgetTheGone(tx: TransactionDeps, ids: readonly string[]): Promise<void> {
  const { id, reporterId, personId, subjectType, text, snapshot } = violationReports;
  const isOfNobody = and(isNull(personId), ne(subjectType, 'address'));
  await tx.db
    .update(violationReports)
    .set({
      text: sql`case when ${reporterId} is null then '' else ${text} end`,
      snapshot: sql`case when ${isOfNobody} then '' else ${snapshot} end`,
    })
    .where(and(inArray(id, [...ids]), or(isNull(reporterId), isOfNobody)));
}
