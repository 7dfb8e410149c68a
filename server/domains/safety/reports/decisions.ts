/**
 * Owns `report_decisions`: one decision answers all open reports of a thing and can be undone for some minutes. Only
 * then are reporters notified. Content is hidden and restored in the same transaction.
 */

import { and, asc, eq, inArray, isNull, lte } from 'drizzle-orm';
import { illegalContentNotices, reportDecisions, violationReports } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { conflict, notFound, unprocessable } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { recordAll } from '../../../outbox/record.ts';
import { logSecurity } from '../../../process/security-log.ts';
import { logAction } from '../../platform/audit/log.ts';
import { type Happened, overtaken, requireSeen } from '../../platform/audit/seen.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { reportDecided } from '../events.ts';
import { forgetTheGone } from '../personal.ts';
import { letGo, takeDown } from './hiding.ts';
import { type AdminReportView, findReport } from './queries.ts';
import { lockSubject, settleQueue } from './queue.ts';
import { DECIDED_AT_ONCE_MAX_COUNT, isHideable, type ReportDecision, UNDO_MS } from './rules.ts';
import type { Subject } from './subjects.ts';

export type DecisionInput = {
  state: ReportDecision;
  note: string;
  /** Also decides all other open reports of the same thing. */
  similar: boolean;
  hide: boolean;
  /** Version that the administrator saw. */
  seen?: string | undefined;
};

export type Decided = {
  report: AdminReportView;
  decision: { id: string; reports_count: number; undo_until: string };
};

/** Logs the decision. Throws 404, 409 with the report when already decided, 422 when there is nothing to hide. */
export async function decideReport(
  deps: Deps,
  viewer: Viewer,
  id: string,
  { state, note, similar, hide, seen }: DecisionInput,
): Promise<Decided> {
  const own = eq(violationReports.id, id);
  const [known] = await deps.db.select().from(violationReports).where(own);
  if (known === undefined) throw notFound('not_found');
  const { subjectType, subjectId } = known;
  if (hide && (state !== 'actioned' || !isHideable(subjectType)))
    throw unprocessable({ hide: ['nothing_to_hide'] });
  return inTransaction(deps, async (tx) => {
    await lockSubject(tx, subjectId);
    const [found] = await tx.db.select().from(violationReports).where(own);
    if (found === undefined) throw notFound('not_found');
    const decided = async () =>
      overtaken(tx, 'already_decided', lastActionOn(found), { report: await findReport(tx, id) });
    await requireSeen({ seen, version: found.state }, decided);
    if (found.state !== 'open') throw await decided();
    // Hiding the content answers all of its reports.
    const ids = similar || hide ? await openOnes(tx, known) : [id];
    // Always includes the report that the administrator saw, even beyond the limit.
    const wanted = ids.includes(id) ? ids : [id, ...ids.slice(1)];
    const now = tx.clock.now();
    const decisionId = newId(now.getTime());
    const tellAt = new Date(now.getTime() + UNDO_MS);
    const hidden = hide ? await takeDown(tx, viewer, known, { note, category: found.category }) : null;
    const answer = { id: decisionId, state, note, hidden, tellAt, category: found.category };
    await writeDecision(tx, { actorId: viewer.id, subject: known, reports: wanted }, answer);
    logSecurity(tx, 'report_decided', { reportId: id, actorId: viewer.id });
    const report = await findReport(tx, id);
    await logAction(tx, {
      actorId: viewer.id,
      deed: 'report_decided',
      subject: { type: 'report', id, name: String(found.number) },
      details: { state, reports: wanted.length, hid: hidden !== null },
      reason: note,
    });
    const decision = {
      id: decisionId,
      reports_count: wanted.length,
      undo_until: tellAt.toISOString(),
    };
    return { report, decision };
  });
}

const lastActionOn = ({ decidedBy, decidedAt }: typeof violationReports.$inferSelect): Happened | null =>
  decidedAt === null ? null : { deed: 'report_decided', actorId: decidedBy, at: decidedAt };

const openOnes = async ({ db }: TransactionDeps, { subjectType, subjectId }: Subject): Promise<string[]> =>
  (
    await db
      .select({ id: violationReports.id })
      .from(violationReports)
      .where(
        and(
          eq(violationReports.subjectType, subjectType),
          eq(violationReports.subjectId, subjectId),
          eq(violationReports.state, 'open'),
        ),
      )
      .orderBy(asc(violationReports.id))
      .limit(DECIDED_AT_ONCE_MAX_COUNT)
  ).map(({ id }) => id);

type Answer = Pick<
  typeof reportDecisions.$inferSelect,
  'id' | 'state' | 'note' | 'hidden' | 'tellAt' | 'category'
>;
type Answered = {
  actorId: string;
  subject: Subject & { storyId: string | null };
  reports: readonly string[];
};

/** The caller locks the subject. */
export async function writeDecision(
  tx: TransactionDeps,
  { actorId, subject, reports }: Answered,
  { id, state, note, hidden, tellAt, category }: Answer,
): Promise<void> {
  const now = tx.clock.now();
  const { subjectType, subjectId, storyId } = subject;
  await tx.db.insert(reportDecisions).values({
    id,
    subjectType,
    subjectId,
    storyId,
    category,
    state,
    note: note.trim(),
    hidden,
    tellAt,
    reportCount: reports.length,
    decidedBy: actorId,
    createdAt: now,
  });
  await tx.db
    .update(violationReports)
    .set({ state, note: note.trim(), decidedBy: actorId, decidedAt: now, decisionId: id })
    .where(inArray(violationReports.id, [...reports]));
  await settleQueue(tx, subject);
}

/** Reopens reports and restores content. Repeating has no effect. Throws 404, and 409 once reporters are notified. */
export async function undoDecision(deps: Deps, viewer: Viewer, id: string): Promise<number> {
  const own = eq(reportDecisions.id, id);
  const [known] = await deps.db.select().from(reportDecisions).where(own);
  if (known === undefined) throw notFound('not_found');
  return inTransaction(deps, async (tx) => {
    await lockSubject(tx, known.subjectId);
    const [decision] = await tx.db.select().from(reportDecisions).where(own).for('update');
    if (decision === undefined) throw notFound('not_found');
    if (decision.undoneAt !== null) return decision.reportCount;
    const now = tx.clock.now();
    if (decision.toldAt !== null || decision.tellAt <= now) throw conflict('too_late_to_undo');
    const [first] = await tx.db
      .update(violationReports)
      .set({ state: 'open', note: '', decidedBy: null, decidedAt: null, decisionId: null })
      .where(eq(violationReports.decisionId, id))
      .returning({ id: violationReports.id, number: violationReports.number });
    await tx.db.update(reportDecisions).set({ undoneAt: now, undoneBy: viewer.id }).where(own);
    if (decision.hidden !== null) await letGo(tx, viewer, decision, decision.hidden);
    await settleQueue(tx, decision);
    logSecurity(tx, 'report_reopened', { reportId: id, actorId: viewer.id });
    await logAction(tx, {
      actorId: viewer.id,
      deed: 'report_reopened',
      subject: { type: 'report', id: first?.id ?? id, name: first === undefined ? '' : String(first.number) },
      details: { reports: decision.reportCount, shown: decision.hidden !== null },
    });
    return decision.reportCount;
  });
}

const TOLD_AT_ONCE = 500;

/** Notifies reporters of final decisions, in batches, each reporter once. */
export async function tellOutcomes(deps: Deps): Promise<void> {
  while (await inTransaction(deps, tellSome));
}

async function tellSome(tx: TransactionDeps): Promise<boolean> {
  const now = tx.clock.now();
  const [decision] = await tx.db
    .select({ id: reportDecisions.id })
    .from(reportDecisions)
    .where(
      and(isNull(reportDecisions.toldAt), isNull(reportDecisions.undoneAt), lte(reportDecisions.tellAt, now)),
    )
    .orderBy(asc(reportDecisions.tellAt))
    .limit(1)
    .for('update', { skipLocked: true });
  if (decision === undefined) return false;
  // Locked, so that an account being erased is seen either before or after, and stays so.
  const untold = await tx.db
    .select({
      id: violationReports.id,
      reporterId: violationReports.reporterId,
      noticeId: violationReports.noticeId,
    })
    .from(violationReports)
    .where(and(eq(violationReports.decisionId, decision.id), isNull(violationReports.toldAt)))
    .orderBy(asc(violationReports.id))
    .limit(TOLD_AT_ONCE)
    .for('update');
  const ids = untold.map(({ id }) => id);
  await tx.db.update(violationReports).set({ toldAt: now }).where(inArray(violationReports.id, ids));
  await forgetTheGone(tx, ids);
  const ofReaders = untold.filter(({ reporterId }) => reporterId !== null);
  if (ofReaders.length > 0)
    await recordAll(
      tx,
      reportDecided,
      ofReaders.map(({ id }) => ({ reportId: id })),
    );
  // Sorted, so that two decisions cannot deadlock.
  const ofNotices = untold.flatMap(({ id, noticeId }) => (noticeId === null ? [] : [{ id, noticeId }]));
  ofNotices.sort((one, other) => (one.noticeId < other.noticeId ? -1 : 1));
  for (const { id, noticeId } of ofNotices) await tellNotifier(tx, noticeId, id);
  if (untold.length < TOLD_AT_ONCE)
    await tx.db.update(reportDecisions).set({ toldAt: now }).where(eq(reportDecisions.id, decision.id));
  return true;
}

/** When everything in a notice is decided, starts the time after which its sender is erased. */
async function tellNotifier(tx: TransactionDeps, noticeId: string, reportId: string): Promise<void> {
  const own = eq(illegalContentNotices.id, noticeId);
  const [notice] = await tx.db.select().from(illegalContentNotices).where(own).for('update');
  if (notice === undefined) return;
  if (notice.email !== null)
    await queueMail(tx, {
      userId: null,
      kind: 'notice_decided',
      to: notice.email,
      locale: notice.locale,
      data: { noticeId, reportId },
    });
  const left = await tx.db.$count(
    violationReports,
    and(eq(violationReports.noticeId, noticeId), isNull(violationReports.toldAt)),
  );
  if (left === 0) await tx.db.update(illegalContentNotices).set({ closedAt: tx.clock.now() }).where(own);
}
