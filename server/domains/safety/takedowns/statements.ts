/** Owns `block_statements`: the reasons of a block, sent to the owner and kept. */

import { and, desc, eq, isNull } from 'drizzle-orm';
import {
  type BlockGround,
  type BlockSubject,
  blockStatements,
  type HiddenContent,
  type ReportSubject,
  users,
  violationReports,
} from '#db/schema/index.ts';
import type { TransactionDeps } from '../../../deps.ts';
import { newId } from '../../../lib/ids.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { record } from '../../../outbox/record.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import type { Violation } from '../../platform/policy/rules.ts';
import { appealDecided, blockLifted, statementIssued } from '../events.ts';

export type Reasons = {
  reason: string;
  category?: Violation | undefined;
  ground?: BlockGround | undefined;
  rule?: string | undefined;
  foundAutomatically?: boolean | undefined;
};

export type Blocked = {
  type: BlockSubject;
  id: string;
  /** Null for contents. */
  storyId: string | null;
  ownerId: string;
  hidden?: HiddenContent;
};

export type Statement = typeof blockStatements.$inferSelect;

type Reported = { subjectType: ReportSubject; subjectId: string; sameCategory: boolean };

export async function issueStatement(
  tx: TransactionDeps,
  viewer: Viewer,
  { type, id: subjectId, storyId, ownerId, hidden }: Blocked,
  { reason, category = 'other', ground = 'guidelines', rule = '', foundAutomatically = false }: Reasons,
): Promise<Statement> {
  const now = tx.clock.now();
  const reported = reportedAs({ subjectType: type, subjectId, ownerId });
  const open = and(
    eq(violationReports.subjectId, reported.subjectId),
    eq(violationReports.state, 'open'),
    reported.sameCategory ? eq(violationReports.category, category) : undefined,
  );
  const [statement] = await tx.db
    .insert(blockStatements)
    .values({
      id: newId(now.getTime()),
      subjectType: type,
      subjectId,
      storyId,
      ownerId,
      hidden,
      category,
      ground,
      rule: rule.trim(),
      facts: reason.trim(),
      foundAutomatically,
      reportsCount: await tx.db.$count(violationReports, open),
      blockedBy: viewer.id,
      createdAt: now,
    })
    .returning();
  if (statement === undefined) throw new Error('a statement was not written');
  await mailOwner(tx, statement, 'statement_issued');
  await record(tx, statementIssued, { statementId: statement.id });
  return statement;
}

/** Profile texts and pictures are reported as the person. Only reports of the same category are meant. */
export function reportedAs({
  subjectType,
  subjectId,
  ownerId,
}: Pick<Statement, 'subjectType' | 'subjectId' | 'ownerId'>): Reported {
  return subjectType === 'profile_text' || subjectType === 'profile_picture'
    ? { subjectType: 'user', subjectId: ownerId, sameCategory: true }
    : { subjectType, subjectId, sameCategory: false };
}

/** Ends the block. This grants a pending appeal. */
export async function endStatement(tx: TransactionDeps, viewer: Viewer, subjectId: string): Promise<void> {
  const now = tx.clock.now();
  const [statement] = await tx.db
    .update(blockStatements)
    .set({ endedAt: now })
    .where(and(eq(blockStatements.subjectId, subjectId), isNull(blockStatements.endedAt)))
    .returning();
  if (statement === undefined) return;
  if (statement.appealedAt !== null && statement.decidedAt === null)
    await writeDecision(tx, viewer, statement, { decision: 'granted', note: '' });
  else if (statement.decision !== 'granted') await record(tx, blockLifted, { statementId: statement.id });
}

/** Decides an appeal and notifies the owner. */
export async function writeDecision(
  tx: TransactionDeps,
  viewer: Viewer,
  statement: Statement,
  { decision, note }: { decision: 'granted' | 'upheld'; note: string },
): Promise<void> {
  await tx.db
    .update(blockStatements)
    .set({ decision, decisionNote: note.trim(), decidedAt: tx.clock.now(), decidedBy: viewer.id })
    .where(eq(blockStatements.id, statement.id));
  await mailOwner(tx, statement, 'appeal_decided');
  await record(tx, appealDecided, { statementId: statement.id });
}

/** Locks the statement in force. Null without one. */
export async function findOpenStatement(
  tx: TransactionDeps,
  which: { id: string } | { subjectId: string },
): Promise<Statement | null> {
  const is =
    'id' in which ? eq(blockStatements.id, which.id) : eq(blockStatements.subjectId, which.subjectId);
  const [statement] = await tx.db
    .select()
    .from(blockStatements)
    .where(and(is, isNull(blockStatements.endedAt)))
    .for('update');
  return statement ?? null;
}

/** The statement in force, else the latest. */
export async function findLastStatement(
  deps: Pick<TransactionDeps, 'db'>,
  subjectId: string,
): Promise<Statement | null> {
  const [statement] = await deps.db
    .select()
    .from(blockStatements)
    .where(eq(blockStatements.subjectId, subjectId))
    .orderBy(desc(blockStatements.number))
    .limit(1);
  return statement ?? null;
}

async function mailOwner(
  tx: TransactionDeps,
  { id: statementId, ownerId }: Statement,
  kind: 'statement_issued' | 'appeal_decided',
): Promise<void> {
  const [owner] = await tx.db.select().from(users).where(eq(users.id, ownerId));
  // An unconfirmed address may belong to a stranger. The console shows the statement anyway.
  if (owner === undefined || owner.emailConfirmedAt === null || owner.erasedAt !== null) return;
  await queueMail(tx, {
    userId: owner.id,
    kind,
    to: owner.email,
    locale: owner.language,
    data: { statementId },
  });
}
