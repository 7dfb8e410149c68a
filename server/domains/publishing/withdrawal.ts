/**
 * What becomes of somebody's stories when they leave: nobody reads them from that moment on, and they come back as they
 * were if their owner stays. Nobody is told of it, and no date of publication changes.
 */
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { episodes, stories, users } from '../../../db/schema/index.ts';
import { type PurgeTag, purge } from '../../cache/purge.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../deps.ts';
import { record } from '../../outbox/record.ts';
import { settleStory } from './service.ts';

/** Part of the transaction in which the account is given up. Releases that are planned are called off for good. */
export async function withdrawEpisodes(tx: TransactionDeps, ownerId: string): Promise<void> {
  for (const storyId of await lockStories(tx, ownerId)) {
    const now = tx.clock.now();
    const ofStory = and(eq(episodes.storyId, storyId), isNull(episodes.deletedAt));
    const withdrawn = await tx.db
      .update(episodes)
      .set({ status: 'in_progress', withdrawnAt: now })
      .where(and(ofStory, eq(episodes.status, 'published')))
      .returning({ id: episodes.id });
    await tx.db
      .update(episodes)
      .set({ status: 'in_progress', publishAt: null, publishWallTime: null, publishZone: null })
      .where(and(ofStory, eq(episodes.status, 'scheduled')));
    for (const { id } of withdrawn) await record(tx, 'episode.unpublished', { episodeId: id });
    await settle(tx, storyId, withdrawn);
  }
}

/** Running it again changes nothing. What its team has published, blocked or deleted meanwhile stays so. */
export async function restoreEpisodes(deps: Deps, ownerId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const [owner] = await tx.db.select().from(users).where(eq(users.id, ownerId)).for('share');
    // Given up once more before this job came to it.
    if (owner === undefined || owner.deletionRequestedAt !== null || owner.erasedAt !== null) return;
    for (const storyId of await lockStories(tx, ownerId)) {
      const restored = await tx.db
        .update(episodes)
        .set({ status: 'published', withdrawnAt: null })
        .where(
          and(
            eq(episodes.storyId, storyId),
            eq(episodes.status, 'in_progress'),
            isNotNull(episodes.withdrawnAt),
            isNull(episodes.deletedAt),
          ),
        )
        .returning({ id: episodes.id });
      if (restored.length > 0) await settle(tx, storyId, restored);
    }
  });
}

/** Story first, then its episodes: everybody takes the locks in this order. */
async function lockStories(tx: TransactionDeps, ownerId: string): Promise<string[]> {
  const own = await tx.db
    .select({ id: stories.id })
    .from(stories)
    .where(and(eq(stories.ownerId, ownerId), isNull(stories.deletedAt)))
    .orderBy(stories.id)
    .for('update');
  return own.map(({ id }) => id);
}

async function settle(tx: TransactionDeps, storyId: string, changed: { id: string }[]): Promise<void> {
  await settleStory(tx, storyId, { update: false });
  await purge(tx, [`story:${storyId}`, ...changed.map(({ id }): PurgeTag => `episode:${id}`), 'landing']);
}
