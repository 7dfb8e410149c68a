import { viewerData } from '#pages/layout/data.ts';
import { findTeamEpisode } from '#server/domains/episodes/queries.ts';
import { listTeamProse } from '#server/domains/novels/queries.ts';
import { findOwnStory } from '#server/domains/stories/queries.ts';
import { notFound } from '#server/lib/errors.ts';
import { isId } from '#server/lib/ids.ts';

/** The chapters of an episode as readers will get them; for the team alone. */
export const data = viewerData(async ({ deps, viewer, params }) => {
  const { id = '', episodeId = '' } = params;
  if (!isId(id) || !isId(episodeId)) throw notFound('not_found');
  const story = await findOwnStory(deps, viewer, id);
  const episode = await findTeamEpisode(deps, viewer, episodeId);
  if (episode.story_id !== story.id || story.publication_type !== 'novel') throw notFound('not_found');
  return {
    head: { title: `${episode.number} · ${episode.title}` },
    novel: { id: story.id, title: story.title },
    episodeId,
    reading: { number: episode.number, title: episode.title, storyLanguage: story.language },
    chapters: await listTeamProse(deps, viewer, episodeId),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
