import { asc, eq, inArray } from 'drizzle-orm';
import { episodeEvents, episodePages, episodes, stories } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Person } from '../../administration/privacy/personal.ts';

/** The episodes of own stories with their pages, and what the account did to any episode. */
export async function collectEpisodes(deps: Deps, { id }: Person) {
  const ownStories = deps.db.select({ id: stories.id }).from(stories).where(eq(stories.ownerId, id));
  const own = await deps.db
    .select()
    .from(episodes)
    .where(inArray(episodes.storyId, ownStories))
    .orderBy(asc(episodes.storyId), asc(episodes.position));
  const episodeIds = own.map((episode) => episode.id);
  const pages = await deps.db.select().from(episodePages).where(inArray(episodePages.episodeId, episodeIds));
  const receipts = await deps.db
    .select({
      episodeId: episodeEvents.episodeId,
      event: episodeEvents.event,
      dueAt: episodeEvents.dueAt,
      createdAt: episodeEvents.createdAt,
    })
    .from(episodeEvents)
    .where(eq(episodeEvents.actorId, id))
    .orderBy(asc(episodeEvents.id));
  return { files: { episodes: own, pages, receipts } };
}
