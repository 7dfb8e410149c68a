/** Owns `notification_rounds`: notifies a story's subscribers of a release in batches, each subscriber once. */
import { and, asc, eq, gt, ne, sql } from 'drizzle-orm';
import { episodes, notificationRounds, stories, storyMembers, subscriptions } from '#db/schema/index.ts';
import { type Deps, inTransaction } from '../../../deps.ts';
import { notify } from './notify.ts';

export const BATCH_COUNT = 1000;

/** May run twice, and resumes after a kill: each batch stores its progress. Skips the story's team. */
export async function notifySubscribers(deps: Deps, episodeId: string): Promise<void> {
  await deps.db.insert(notificationRounds).values({ episodeId }).onConflictDoNothing();
  while (await tellBatch(deps, episodeId));
}

async function tellBatch(deps: Deps, episodeId: string): Promise<boolean> {
  return inTransaction(deps, async (tx) => {
    const own = eq(notificationRounds.episodeId, episodeId);
    const [round] = await tx.db.select().from(notificationRounds).where(own).for('update');
    if (round === undefined || round.doneAt !== null) return false;
    const [episode] = await tx.db
      .select({ storyId: episodes.storyId, status: episodes.status, published: stories.published })
      .from(episodes)
      .innerJoin(stories, eq(stories.id, episodes.storyId))
      .where(eq(episodes.id, episodeId));
    const isShown = episode?.status === 'published' && episode.published;
    const readers = !isShown
      ? []
      : await tx.db
          .select({ id: subscriptions.readerId, notify: subscriptions.notify })
          .from(subscriptions)
          .where(
            and(
              eq(subscriptions.storyId, episode.storyId),
              ne(subscriptions.notify, 'none'),
              round.cursor === null ? undefined : gt(subscriptions.readerId, round.cursor),
              sql`not exists (select 1 from ${storyMembers}
                where ${storyMembers.storyId} = ${subscriptions.storyId}
                  and ${storyMembers.userId} = ${subscriptions.readerId})`,
            ),
          )
          .orderBy(asc(subscriptions.readerId))
          .limit(BATCH_COUNT);
    const ids = readers.map(({ id }) => id);
    const unmailed = new Set(readers.filter(({ notify }) => notify === 'app').map(({ id }) => id));
    if (episode !== undefined && ids.length > 0) {
      const news = {
        kind: 'new_episode' as const,
        key: `new_episode:${episode.storyId}`,
        storyId: episode.storyId,
        episodeId,
        subjectId: episodeId,
        actorId: null,
      };
      await notify(tx, ids, news, unmailed);
    }
    const isDone = ids.length < BATCH_COUNT;
    await tx.db
      .update(notificationRounds)
      .set({ cursor: ids.at(-1) ?? round.cursor, ...(isDone ? { doneAt: tx.clock.now() } : {}) })
      .where(own);
    return !isDone;
  });
}
