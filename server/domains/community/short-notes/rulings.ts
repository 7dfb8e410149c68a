/** Owns how an administrator's decision takes a short note out of sight, and how it comes back when that is undone. */
import { and, eq } from 'drizzle-orm';
import { type NoteState, tsukkomiComments } from '#db/schema/index.ts';
import type { TransactionDeps } from '../../../deps.ts';

/** Answers what it was before; null when it is gone. */
export async function takeNoteDown({ db }: TransactionDeps, id: string): Promise<NoteState | null> {
  const own = eq(tsukkomiComments.id, id);
  const [note] = await db
    .select({ state: tsukkomiComments.state })
    .from(tsukkomiComments)
    .where(own)
    .for('update');
  if (note === undefined) return null;
  await db.update(tsukkomiComments).set({ state: 'hidden' }).where(own);
  return note.state;
}

export async function putNoteBack({ db }: TransactionDeps, id: string, was: NoteState): Promise<void> {
  await db
    .update(tsukkomiComments)
    .set({ state: was })
    .where(and(eq(tsukkomiComments.id, id), eq(tsukkomiComments.state, 'hidden')));
}
