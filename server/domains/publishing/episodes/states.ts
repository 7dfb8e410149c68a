/** Owns an episode's state, schedule and dates. The releases part decides which state comes next. */
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

export const OFF_SCHEDULE = {
  publishAt: null,
  publishWallTime: null,
  publishZone: null,
  isAnnounced: false,
} as const;

/** Makes versions that others have seen stale. */
export async function changeState(
  tx: TransactionDeps,
  { id, lockVersion, status, keptVersion }: Pick<Episode, 'id' | 'lockVersion' | 'status' | 'keptVersion'>,
  change: StateChange,
): Promise<void> {
  // Only a published episode can get a kept version, and only an existing one can be dropped.
  const mayBeKept = status === 'published' || keptVersion !== null;
  if (change.status !== undefined && mayBeKept) await settleKept(tx, [id], change.status);
  await tx.db
    .update(episodes)
    .set({ ...change, lockVersion: lockVersion + 1, updatedAt: tx.clock.now() })
    .where(eq(episodes.id, id));
}

/** For changes with the story or its owner, which no one edits. They keep the version. */
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
