/** Appeals against a block: once, decided by another administrator. */
import { and, eq, isNull, ne } from 'drizzle-orm';
import { blockStatements, users } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { conflict, forbidden, notFound, unprocessable } from '../../../lib/errors.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { attempt, subjects } from '../../../limits/attempts.ts';
import { areAdministrators } from '../../accounts/accounts/standing.ts';
import { logAction } from '../../platform/audit/log.ts';
import { type Happened, overtaken, requireSeen } from '../../platform/audit/seen.ts';
import { lockEpisode } from '../../publishing/releases/lock.ts';
import { requireStory } from '../../publishing/stories/team.ts';
import { blockingLimits } from '../limits.ts';
import { liftContent } from './contents.ts';
import { liftEpisode } from './episodes.ts';
import { APPEAL_TEXT_LENGTHS, appealProblem, appealVersion, isContent, mayDecide } from './rules.ts';
import { type Statement, writeDecision } from './statements.ts';
import { liftStory, lockStory } from './stories.ts';

/** Throws 404 for other people's statements, 403 for roles that may not publish, 409 when late or done, 422. */
export async function appeal(deps: Deps, viewer: Viewer, statementId: string, text: string): Promise<void> {
  await attempt(deps, blockingLimits.appeal, [subjects.user(viewer.id)]);
  await inTransaction(deps, async (tx) => {
    const known = await findAny(tx, statementId);
    if (known.storyId !== null) await requireStory(tx, viewer, known.storyId, 'publish');
    else if (known.ownerId !== viewer.id) throw notFound('not_found');
    if (text.trim().length < APPEAL_TEXT_LENGTHS.least) throw unprocessable({ text: ['too_short'] });
    const statement = await lockStatement(tx, statementId);
    const now = tx.clock.now();
    const problem = appealProblem(statement, now);
    if (problem !== null) throw conflict(problem);
    await tx.db
      .update(blockStatements)
      .set({ appealText: text.trim(), appealedAt: now, appealedBy: viewer.id })
      .where(eq(blockStatements.id, statementId));
  });
}

/** Throws 409 when decided or lifted, 403 for the administrator who blocked, while another one can decide. */
export async function decideAppeal(
  deps: Deps,
  viewer: Viewer,
  statementId: string,
  { decision, note, seen }: { decision: 'granted' | 'upheld'; note: string; seen?: string | undefined },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const known = await findAny(tx, statementId);
    // Lock order everywhere: story, episode, statement.
    const lift = await holdSubject(tx, viewer, known);
    const statement = await lockStatement(tx, statementId);
    if (statement.appealedAt === null) throw conflict('invalid_state');
    const decided = () => overtaken(tx, 'appeal_decided', lastActionOn(statement));
    await requireSeen({ seen, version: appealVersion(statement) }, decided);
    if (appealVersion(statement) !== 'open') throw await decided();
    const isOnlyOne = !(await hasOtherAdministrator(tx, viewer));
    const { blockedBy, number } = statement;
    if (!mayDecide({ blockedBy, deciderId: viewer.id, isOnlyOne }))
      throw forbidden('other_administrator_decides');
    await writeDecision(tx, viewer, statement, { decision, note });
    if (decision === 'granted') await lift();
    await logAction(tx, {
      actorId: viewer.id,
      deed: decision === 'granted' ? 'appeal_granted' : 'appeal_upheld',
      subject: { type: 'appeal', id: statementId, name: String(number) },
      details: {
        statement: number,
        alone: blockedBy === viewer.id,
        [statement.subjectType]: statement.subjectId,
      },
      reason: note,
    });
  });
}

/** Null when the block was lifted without a decision. */
function lastActionOn({ decision, decidedAt, decidedBy }: Statement): Happened | null {
  if (decidedAt === null) return null;
  const deed = decision === 'granted' ? 'appeal_granted' : 'appeal_upheld';
  return { deed, actorId: decidedBy, at: decidedAt };
}

async function holdSubject(
  tx: TransactionDeps,
  viewer: Viewer,
  statement: Statement,
): Promise<() => Promise<void>> {
  const { subjectType, subjectId } = statement;
  if (isContent(subjectType)) return () => liftContent(tx, viewer, statement);
  if (subjectType === 'story') {
    const story = await lockStory(tx, viewer, subjectId);
    return () => liftStory(tx, viewer, story);
  }
  const found = await lockEpisode(tx, subjectId);
  if (found === null) throw notFound('not_found');
  return () => liftEpisode(tx, viewer, found);
}

async function findAny(tx: TransactionDeps, id: string): Promise<Statement> {
  const [statement] = await tx.db.select().from(blockStatements).where(eq(blockStatements.id, id));
  if (statement === undefined) throw notFound('not_found');
  return statement;
}

async function lockStatement(tx: TransactionDeps, id: string): Promise<Statement> {
  const [statement] = await tx.db
    .select()
    .from(blockStatements)
    .where(eq(blockStatements.id, id))
    .for('update');
  if (statement === undefined) throw notFound('not_found');
  return statement;
}

/** Excludes locked accounts and accounts being deleted, which cannot decide. */
export async function hasOtherAdministrator(tx: Pick<Deps, 'db'>, viewer: Viewer): Promise<boolean> {
  const [other] = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        areAdministrators(),
        ne(users.id, viewer.id),
        isNull(users.lockedAt),
        isNull(users.deletionRequestedAt),
        isNull(users.erasedAt),
      ),
    )
    .limit(1);
  return other !== undefined;
}
