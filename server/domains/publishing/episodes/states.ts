/** Owns what an episode is at: its state, its plan, and when it was out. Which state comes next is publishing's to say. */
import { eq, inArray } from 'drizzle-orm';
import { episodes } from '#db/schema/index.ts';
import type { TransactionDeps } from '../../../deps.ts';
import { settleKept } from './kept-versions.ts';
import type { Episode } from './team.ts';

export type StateChange = Partial<
  Pick<
    Episode,
    | 'status'
    | 'publishAt'
    | 'publishWallTime'
    | 'publishZone'
    | 'isAnnounced'
    | 'publishedAt'
    | 'firstPublishedAt'
    | 'blockedAt'
    | 'blockedFrom'
    | 'blockedReason'
    | 'blockedWithStory'
    | 'withdrawnAt'
  >
>;

/** What an episode holds when no release is planned. */
export const OFF_SCHEDULE = {
  publishAt: null,
  publishWallTime: null,
  publishZone: null,
  isAnnounced: false,
} as const;

/** Whoever has seen the episode before has seen another one. */
export async function changeState(
  tx: TransactionDeps,
  { id, lockVersion, status, keptVersion }: Pick<Episode, 'id' | 'lockVersion' | 'status' | 'keptVersion'>,
  change: StateChange,
): Promise<void> {
  // Only what is public can be kept, and only what is kept can be dropped.
  const mayBeKept = status === 'published' || keptVersion !== null;
  if (change.status !== undefined && mayBeKept) await settleKept(tx, [id], change.status);
  await tx.db
    .update(episodes)
    .set({ ...change, lockVersion: lockVersion + 1, updatedAt: tx.clock.now() })
    .where(eq(episodes.id, id));
}

/** What happens to an episode along with its story or its owner, and no one edits. */
export async function changeStates(
  tx: TransactionDeps,
  some: readonly Pick<Episode, 'id'>[],
  change: StateChange,
): Promise<void> {
  if (some.length === 0) return;
  const ids = some.map(({ id }) => id);
  if (change.status !== undefined) await settleKept(tx, ids, change.status);
  await tx.db.update(episodes).set(change).where(inArray(episodes.id, ids));
}
