import { asc, eq, getTableColumns } from 'drizzle-orm';
import { popReactions, tsukkomiComments } from '#db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../../deps.ts';
import type { Person } from '../../administration/privacy/personal.ts';
import { takeReactionsBack } from './reactions.ts';

export async function collectNotes(deps: Deps, { id }: Person) {
  const { authorId: _author, ...noteColumns } = getTableColumns(tsukkomiComments);
  const notes = await deps.db
    .select(noteColumns)
    .from(tsukkomiComments)
    .where(eq(tsukkomiComments.authorId, id))
    .orderBy(asc(tsukkomiComments.id));
  const { readerId: _reader, ...feltColumns } = getTableColumns(popReactions);
  const felt = await deps.db
    .select(feltColumns)
    .from(popReactions)
    .where(eq(popReactions.readerId, id))
    .orderBy(asc(popReactions.id));
  return { files: { short_notes: notes, pop_reactions: felt } };
}

export async function eraseNotes(tx: TransactionDeps, { id }: Person): Promise<void> {
  await tx.db.delete(tsukkomiComments).where(eq(tsukkomiComments.authorId, id));
  await takeReactionsBack(tx, id);
}
