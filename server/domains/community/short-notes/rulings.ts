/** Hides and restores short notes by an administrator's decision. */
import { and, eq } from 'drizzle-orm';
import { type NoteState, tsukkomiComments } from '#db/schema/index.ts';
import type { TransactionDeps } from '../../../deps.ts';

/** Returns the previous state, or null when the note is gone. */
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
