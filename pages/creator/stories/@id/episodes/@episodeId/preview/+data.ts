import { address } from '#pages/addresses.ts';
import { elsewhere, ownStoryData } from '#pages/layout/data.ts';
import { stageRoot } from '#pages/stories/stage/anchors.ts';
import { findTeamEpisode, previewTeamPages } from '#server/domains/publishing/episodes/queries.ts';
import { findOwnStory } from '#server/domains/publishing/stories/queries.ts';
import { directionOf, directionsShown } from '#server/domains/reading/reader/rules.ts';
import { notFound } from '#server/lib/errors.ts';
import { isId } from '#server/lib/ids.ts';

export const data = ownStoryData(async (request) => {
  const { deps, viewer, params, query } = request;
  const { id = '', episodeId = '' } = params;
  if (!isId(id) || !isId(episodeId)) throw notFound('not_found');
  const story = await findOwnStory(deps, viewer, id);
  const episode = await findTeamEpisode(deps, viewer, episodeId);
  if (episode.story_id !== story.id) throw notFound('not_found');
  if (story.publication_type === 'novel') {
    throw elsewhere(request, address('/creator/stories/@id/episodes/@episodeId/chapters', { id, episodeId }));
  }
  const direction =
    directionsShown(story.format).find((each) => each === query.get('direction')) ??
    directionOf(story.format, { readMode: episode.read_mode, pageOrientation: episode.page_orientation });
  return {
    root: stageRoot(direction),
    head: { title: `${episode.number} · ${episode.title}` },
    of: { id: story.id, title: story.title, language: story.language },
    episode: { id: episode.id, number: episode.number, title: episode.title },
    total: episode.pages_count,
    pages: await previewTeamPages(deps, viewer, episodeId),
    direction,
    directions: directionsShown(story.format),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
