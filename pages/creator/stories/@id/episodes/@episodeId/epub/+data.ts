import { ownStoryData } from '#pages/layout/data.ts';
import { directOrigins } from '#server/domains/media/queries.ts';
import { canHappen, mayDo } from '#server/domains/platform/policy/rules.ts';
import { findTeamEpisode } from '#server/domains/publishing/episodes/queries.ts';
import { findImport } from '#server/domains/publishing/novels/books/queries.ts';
import { findOwnStory } from '#server/domains/publishing/stories/queries.ts';
import { notFound } from '#server/lib/errors.ts';
import { isId } from '#server/lib/ids.ts';

export const data = ownStoryData(async ({ deps, viewer, params }) => {
  const { id = '', episodeId = '' } = params;
  if (!isId(id) || !isId(episodeId)) throw notFound('not_found');
  const story = await findOwnStory(deps, viewer, id);
  const episode = await findTeamEpisode(deps, viewer, episodeId);
  if (episode.story_id !== story.id || story.publication_type !== 'novel') throw notFound('not_found');
  const { epub, replaces, original, lock_version: lockVersion } = await findImport(deps, viewer, episodeId);
  return {
    connectOrigins: directOrigins(deps),
    head: { title: `ePub · ${episode.number} · ${episode.title}` },
    novel: { id: story.id, title: story.title },
    episode: { id: episodeId, number: episode.number },
    mayEdit: canHappen(episode.status, 'edit') && mayDo(story.role, 'edit'),
    epub,
    replaces,
    original,
    lockVersion,
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
