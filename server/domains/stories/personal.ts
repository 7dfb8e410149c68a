import { asc, eq } from 'drizzle-orm';
import { stories } from '../../../db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../deps.ts';
import type { Person } from '../privacy/personal.ts';

export async function collectStories(deps: Deps, { id }: Person) {
  const own = eq(stories.ownerId, id);
  return { files: { stories: await deps.db.select().from(stories).where(own).orderBy(asc(stories.id)) } };
}

/** With them go their episodes; their pictures are erased with all others of the account. */
export async function eraseStories(tx: TransactionDeps, { id }: Person): Promise<void> {
  await tx.db.delete(stories).where(eq(stories.ownerId, id));
}
