/** Owns `violation_reports`: one report per reader and object until the reader knows the outcome. */
import { and, eq, isNotNull, isNull, or, type SQL } from 'drizzle-orm';
import { violationReports } from '#db/schema/index.ts';
import { type Deps, inTransaction } from '../../../deps.ts';
import { conflict, isAppError, unprocessable } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { isNewAccount } from '../../../limits/actions.ts';
import { spend } from '../../../limits/allowances.ts';
import { attempt, subjects } from '../../../limits/attempts.ts';
import type { Reader } from '../../reading/reader/access.ts';
import { moderationLimits } from '../limits.ts';
import { presentReport, type ReportView } from './queries.ts';
import { lockSubject, settleQueue } from './queue.ts';
import { checkReport, type ReportCategory, type ReportedSubject } from './rules.ts';
import { requireSubject } from './subjects.ts';

export type ReportInput = {
  subjectType: ReportedSubject;
  subjectId: string;
  category: ReportCategory;
  text?: string | undefined;
};

export type Reporter = Reader & { address: string };

/** Open, or with a decision that can still be undone. */
export const isOpenToReporter = or(
  eq(violationReports.state, 'open'),
  and(isNotNull(violationReports.decisionId), isNull(violationReports.toldAt)),
) as SQL;

/** Throws 404 or 451 for invisible content, 409 with an open report's receipt, 422 for `other` without text, 429. */
export async function reportContent(deps: Deps, reporter: Reporter, input: ReportInput): Promise<ReportView> {
  const text = (input.text ?? '').trim();
  const wrong = checkReport({ ...input, text });
  if (Object.keys(wrong).length > 0) throw unprocessable(wrong);
  const { storyId, personId, text: snapshot } = await requireSubject(deps, reporter, input);
  const reporterId = reporter.viewer.id;
  const { subjectType, subjectId, category } = input;
  return withinLimits(deps, reporter, () =>
    inTransaction(deps, async (tx) => {
      await lockSubject(tx, subjectId);
      const [open] = await tx.db
        .select()
        .from(violationReports)
        .where(
          and(
            eq(violationReports.reporterId, reporterId),
            eq(violationReports.subjectType, subjectType),
            eq(violationReports.subjectId, subjectId),
            isOpenToReporter,
          ),
        );
      if (open !== undefined)
        throw conflict('already_reported', {
          args: { number: String(open.number) },
          body: { report: presentReport(open) },
        });
      const now = deps.clock.now();
      const row = { subjectType, subjectId, storyId, personId, category, text, snapshot, createdAt: now };
      const [made] = (await tx.db
        .insert(violationReports)
        .values({ id: newId(now.getTime()), reporterId, ...row })
        .returning()) as [typeof violationReports.$inferSelect];
      await settleQueue(tx, { subjectType, subjectId });
      return presentReport(made);
    }),
  );
}

/** Refused reports do not count. */
async function withinLimits<T>(
  deps: Deps,
  { viewer, address }: Reporter,
  work: () => Promise<T>,
): Promise<T> {
  const isNew = isNewAccount(deps, viewer);
  const { report: usual, reportNew, reportHere, reportDaily } = moderationLimits;
  const own = await attempt(deps, isNew ? reportNew : usual, [subjects.user(viewer.id)]);
  const here = await attempt(deps, reportHere, [subjects.address(address)]);
  const daily = await spend(deps, { userId: viewer.id, address }, [{ allowance: reportDaily, amount: 1 }]);
  try {
    return await work();
  } catch (error) {
    if (isAppError(error)) await Promise.all([own.takeBack(), here.takeBack(), daily.giveBack()]);
    throw error;
  }
}
