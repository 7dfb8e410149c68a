import { asc, eq } from 'drizzle-orm';
import { unlocks } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Person } from '../../administration/privacy/personal.ts';

export async function collectUnlocks(deps: Deps, { id }: Person) {
  const rows = await deps.db
    .select({
      storyId: unlocks.storyId,
      episodeId: unlocks.episodeId,
      priceCoins: unlocks.priceCoins,
      createdAt: unlocks.createdAt,
      returnedAt: unlocks.returnedAt,
    })
    .from(unlocks)
    .where(eq(unlocks.readerId, id))
    .orderBy(asc(unlocks.id));
  return { files: { unlocks: rows } };
}
