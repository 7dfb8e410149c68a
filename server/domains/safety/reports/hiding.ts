import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { type CommentState, type NoteState, reportDecisions } from '#db/schema/index.ts';
import type { TransactionDeps } from '../../../deps.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { putCommentBack } from '../../community/comments/rulings.ts';
import { putNoteBack } from '../../community/short-notes/rulings.ts';
import { hideReported } from '../takedowns/contents.ts';
import { endStatement, findOpenStatement } from '../takedowns/statements.ts';
import type { HIDEABLE_SUBJECTS, ReportCategory } from './rules.ts';
import type { Subject } from './subjects.ts';

/** The author reads `note` in the statement of reasons. */
export const takeDown = (
  tx: TransactionDeps,
  viewer: Viewer,
  { subjectType, subjectId }: Subject,
  { note, category }: { note: string; category: string },
): Promise<string | null> =>
  hideReported(
    tx,
    viewer,
    { type: subjectType as (typeof HIDEABLE_SUBJECTS)[number], id: subjectId },
    { reason: note, category: category as ReportCategory },
  );

const putBack = (tx: TransactionDeps, { subjectType, subjectId }: Subject, was: string): Promise<void> =>
  subjectType === 'tsukkomi'
    ? putNoteBack(tx, subjectId, was as NoteState)
    : putCommentBack(tx, subjectId, was as CommentState);

/** Restores content on undo. If a later decision hid it, too, that decision gets the original state instead. */
export async function letGo(
  tx: TransactionDeps,
  viewer: Viewer,
  decision: Subject & { id: string; createdAt: Date },
  was: string,
): Promise<void> {
  const { id, subjectId, hidden, undoneAt } = reportDecisions;
  const statement = await findOpenStatement(tx, { subjectId: decision.subjectId });
  const [later] = await tx.db
    .select({ id })
    .from(reportDecisions)
    .where(and(eq(subjectId, decision.subjectId), gt(id, decision.id), isNotNull(hidden), isNull(undoneAt)))
    .orderBy(asc(id))
    .limit(1);
  if (later === undefined) {
    await putBack(tx, decision, was);
    // An earlier statement, from another decision, keeps the content hidden.
    const isOfAnother = was === 'hidden' && statement !== null && statement.createdAt < decision.createdAt;
    if (!isOfAnother) await endStatement(tx, viewer, decision.subjectId);
    return;
  }
  await tx.db.update(reportDecisions).set({ hidden: was }).where(eq(id, later.id));
}
