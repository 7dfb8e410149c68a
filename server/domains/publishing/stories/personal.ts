import { asc, eq } from 'drizzle-orm';
import { erasedStories, stories } from '#db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../../deps.ts';
import type { Person } from '../../administration/privacy/personal.ts';
import { eraseWhere } from './service.ts';

export async function collectStories(deps: Deps, { id }: Person) {
  const own = eq(stories.ownerId, id);
  const rows = await deps.db.select().from(stories).where(own).orderBy(asc(stories.id));
  const erased = await deps.db
    .select()
    .from(erasedStories)
    .where(eq(erasedStories.ownerId, id))
    .orderBy(asc(erasedStories.storyId));
  return { files: { stories: rows, erased_stories: erased } };
}

/** With them go their episodes; their pictures are erased with all others of the account. */
export async function eraseStories(tx: TransactionDeps, { id }: Person): Promise<void> {
  await eraseWhere(tx, eq(stories.ownerId, id));
}
