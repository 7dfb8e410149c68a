/** Owns `violation_reports`: what readers find wrong, one open report for each reader and object. */
import { and, eq, isNull } from 'drizzle-orm';
import { type ReportSubject, users, violationReports } from '../../../db/schema/index.ts';
import { type Deps, inTransaction } from '../../deps.ts';
import { conflict, notFound, unprocessable } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import type { Viewer } from '../../lib/viewer.ts';
import { attempt, subjects } from '../../limits/attempts.ts';
import { logSecurity } from '../../process/security-log.ts';
import { findComment } from '../comments/queries.ts';
import { type Reader, requireListedEpisode, requireVisibleStory } from '../reading/access.ts';
import { moderationLimits } from './limits.ts';
import { type AdminReportView, findReport, presentReport, type ReportView } from './queries.ts';
import { checkReport, type ReportCategory, type ReportDecision } from './rules.ts';

export type ReportInput = {
  subjectType: ReportSubject;
  subjectId: string;
  category: ReportCategory;
  text?: string | undefined;
};

/**
 * Throws 404 or 451 for what the reader cannot see, 409 with the receipt of an open report of the same, 422 for `other`
 * without a word, 429 after too many in an hour.
 */
export async function report(deps: Deps, reader: Reader, input: ReportInput): Promise<ReportView> {
  const text = (input.text ?? '').trim();
  const wrong = checkReport({ ...input, text });
  if (Object.keys(wrong).length > 0) throw unprocessable(wrong);
  const { storyId, snapshot = '' } = await requireSubject(deps, reader, input);
  const reporterId = reader.viewer.id;
  const counted = await attempt(deps, moderationLimits.report, [subjects.user(reporterId)]);
  const { subjectType, subjectId, category } = input;
  const now = deps.clock.now();
  try {
    return await inTransaction(deps, async (tx) => {
      const row = { subjectType, subjectId, storyId, category, text, snapshot, createdAt: now };
      const [made] = await tx.db
        .insert(violationReports)
        .values({ id: newId(now.getTime()), reporterId, ...row })
        .onConflictDoNothing()
        .returning();
      if (made !== undefined) return presentReport(made);
      const [open] = await tx.db
        .select()
        .from(violationReports)
        .where(
          and(
            eq(violationReports.reporterId, reporterId),
            eq(violationReports.subjectType, subjectType),
            eq(violationReports.subjectId, subjectId),
            eq(violationReports.state, 'open'),
          ),
        );
      // It was decided just now: whoever still wants to report it does so once more.
      if (open === undefined) throw conflict('invalid_state');
      const { number } = open;
      throw conflict('already_reported', {
        args: { number: String(number) },
        body: { report: presentReport(open) },
      });
    });
  } catch (error) {
    await counted.takeBack();
    throw error;
  }
}

/**
 * Who decided it, when and why is kept; its reporter sees the state. Throws 404 for what is not there, 409 with the report
 * for what was decided before.
 */
export async function decideReport(
  deps: Deps,
  viewer: Viewer,
  id: string,
  { state, note }: { state: ReportDecision; note: string },
): Promise<AdminReportView> {
  return inTransaction(deps, async (tx) => {
    const [found] = await tx.db
      .select({ state: violationReports.state, reporterId: violationReports.reporterId })
      .from(violationReports)
      .where(eq(violationReports.id, id))
      .for('update');
    if (found === undefined) throw notFound('not_found');
    if (found.state !== 'open')
      throw conflict('already_decided', { body: { report: await findReport(tx, id) } });
    await tx.db
      .update(violationReports)
      .set({
        state,
        note: note.trim(),
        decidedBy: viewer.id,
        decidedAt: tx.clock.now(),
        // What somebody wrote whose account is gone was kept for this decision alone.
        ...(found.reporterId === null ? { text: '' } : {}),
      })
      .where(eq(violationReports.id, id));
    logSecurity(tx, 'report_decided', { reportId: id, actorId: viewer.id });
    return findReport(tx, id);
  });
}

type Found = { storyId: string | null; snapshot?: string };

/** Answers the story that it is about, or in, and what was written. */
async function requireSubject(
  deps: Deps,
  reader: Reader,
  { subjectType, subjectId }: ReportInput,
): Promise<Found> {
  if (subjectType === 'story') {
    await requireVisibleStory(deps, subjectId, reader);
    return { storyId: subjectId };
  }
  if (subjectType === 'episode')
    return { storyId: (await requireListedEpisode(deps, subjectId, reader)).storyId };
  if (subjectType === 'comment' || subjectType === 'reply') {
    const comment = await findComment(deps, reader, subjectId);
    const isReply = comment.comment_id !== null;
    if (comment.gone || isReply !== (subjectType === 'reply')) throw notFound('not_found');
    if (comment.own) throw unprocessable({ subject_id: ['own_comment'] });
    return { storyId: comment.story_id, snapshot: comment.body };
  }
  if (subjectId === reader.viewer.id) throw unprocessable({ subject_id: ['own_account'] });
  const [user] = await deps.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, subjectId), isNull(users.deletionRequestedAt), isNull(users.erasedAt)));
  if (user === undefined) throw notFound('not_found');
  return { storyId: null };
}
