import { asc, eq } from 'drizzle-orm';
import { episodeCounters, episodes, stories, storyCounters } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Person } from '../../administration/privacy/personal.ts';

/** What readers have made of own stories. */
export async function collectFigures(deps: Deps, { id }: Person) {
  const own = eq(stories.ownerId, id);
  const ofStories = await deps.db
    .select({ counters: storyCounters })
    .from(storyCounters)
    .innerJoin(stories, eq(stories.id, storyCounters.storyId))
    .where(own)
    .orderBy(asc(stories.id));
  const ofEpisodes = await deps.db
    .select({ counters: episodeCounters })
    .from(episodeCounters)
    .innerJoin(episodes, eq(episodes.id, episodeCounters.episodeId))
    .innerJoin(stories, eq(stories.id, episodes.storyId))
    .where(own)
    .orderBy(asc(episodes.storyId), asc(episodes.position));
  const figures = [ofStories, ofEpisodes].map((rows) => rows.map(({ counters }) => counters));
  return { files: { figures: { stories: figures[0], episodes: figures[1] } } };
}
