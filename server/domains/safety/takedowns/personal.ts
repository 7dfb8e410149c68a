import { asc, eq } from 'drizzle-orm';
import { blockStatements } from '#db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../../deps.ts';
import type { Person } from '../../administration/privacy/personal.ts';

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

/** What was decided stays known; what they wrote themselves goes. */
export async function eraseAppeals(tx: TransactionDeps, { id }: Person): Promise<void> {
  await tx.db.update(blockStatements).set({ appealText: '' }).where(eq(blockStatements.appealedBy, id));
  await tx.db.update(blockStatements).set({ hidden: null }).where(eq(blockStatements.ownerId, id));
}
