/** All access decisions look up unlocks here. */
import { and, inArray, isNull, sql } from 'drizzle-orm';
import { episodes, unlocks } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';

export type Unlocks = (userId: string | null, episodeId: string) => boolean;

export async function findUnlocks(
  deps: Deps,
  { userIds, episodeIds }: { userIds: readonly string[]; episodeIds: readonly string[] },
): Promise<Unlocks> {
  const isNothing = userIds.length === 0 || episodeIds.length === 0;
  const rows = isNothing
    ? []
    : await deps.db
        .select({ readerId: unlocks.readerId, episodeId: unlocks.episodeId })
        .from(unlocks)
        .where(
          and(
            inArray(unlocks.readerId, [...userIds]),
            inArray(unlocks.episodeId, [...episodeIds]),
            isNull(unlocks.returnedAt),
          ),
        );
  const paid = new Set(rows.map(({ readerId, episodeId }) => `${readerId} ${episodeId}`));
  return (userId, episodeId) => paid.has(`${userId} ${episodeId}`);
}

/** The same for one reader, as a column of a select from episodes. Saves a query. */
export const hasUnlocked = ({ id }: { id: string }) =>
  sql<boolean>`exists (select 1 from ${unlocks} where ${unlocks.readerId} = ${id}
    and ${unlocks.episodeId} = ${episodes.id} and ${unlocks.returnedAt} is null)`;
