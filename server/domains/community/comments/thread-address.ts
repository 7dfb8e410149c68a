/** Finds the thread for a page's address. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { episodes, stories, storySlugs } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../lib/errors.ts';

export type ThreadPlace = {
  story: { id: string; slug: string; title: string; language: string };
  episode: { id: string; number: number; title: string } | null;
};

const columns = {
  story: { id: stories.id, slug: stories.slug, title: stories.title, language: stories.language },
  episode: { id: episodes.id, number: episodes.position, title: episodes.title },
};

const presentPlace = (row: {
  story: ThreadPlace['story'];
  episode: { id: string; number: number | null; title: string } | null;
}): ThreadPlace => ({
  story: row.story,
  episode: row.episode && { ...row.episode, number: row.episode.number ?? 0 },
});

/** Does not check access. Throws 404. Returns the present slug if the story was renamed. */
export async function findThreadPlace(
  deps: Deps,
  slug: string,
  number: number | null,
): Promise<ThreadPlace | { movedTo: string }> {
  const [row] = await deps.db
    .select(columns)
    .from(storySlugs)
    .innerJoin(stories, and(eq(stories.id, storySlugs.storyId), isNull(stories.deletedAt)))
    .leftJoin(
      episodes,
      number === null
        ? sql`false`
        : and(eq(episodes.storyId, stories.id), eq(episodes.position, number), isNull(episodes.deletedAt)),
    )
    .where(eq(storySlugs.slug, slug));
  if (row === undefined || (number !== null && row.episode === null)) throw notFound('not_found');
  return row.story.slug === slug ? presentPlace(row) : { movedTo: row.story.slug };
}

export async function findPlaceOf(
  deps: Deps,
  { story_id: storyId, episode_id: episodeId }: { story_id: string; episode_id: string | null },
): Promise<ThreadPlace> {
  const [row] =
    episodeId === null
      ? await deps.db.select({ story: columns.story }).from(stories).where(eq(stories.id, storyId))
      : await deps.db
          .select(columns)
          .from(stories)
          .innerJoin(episodes, eq(episodes.id, episodeId))
          .where(eq(stories.id, storyId));
  if (row === undefined) throw notFound('not_found');
  return presentPlace({ episode: null, ...row });
}
