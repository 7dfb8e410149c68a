import { localizedPath } from '#locales/index.ts';
import { translator } from '#locales/messages.ts';
import { address } from '#pages/addresses.ts';
import { ownStoryData } from '#pages/layout/data.ts';
import { filled } from '#pages/stories/@slug/@number/filled.ts';
import { numberIn } from '#pages/stories/@slug/address.ts';
import { privateSigner } from '#server/domains/media/signing.ts';
import { findTeamEpisode } from '#server/domains/publishing/episodes/queries.ts';
import { findTeamProse } from '#server/domains/publishing/novels/queries.ts';
import { findOwnStory } from '#server/domains/publishing/stories/queries.ts';
import { findIllustrations } from '#server/domains/reading/reader/illustrations.ts';
import { notFound } from '#server/lib/errors.ts';
import { isId } from '#server/lib/ids.ts';

/** A chapter as readers will see it, for the team only. */
export const data = ownStoryData(async ({ deps, viewer, locale, params, query }) => {
  const { id = '', episodeId = '' } = params;
  if (!isId(id) || !isId(episodeId)) throw notFound('not_found');
  const story = await findOwnStory(deps, viewer, id);
  const episode = await findTeamEpisode(deps, viewer, episodeId);
  if (episode.story_id !== story.id || story.publication_type !== 'novel') throw notFound('not_found');
  const content = await findTeamProse(deps, viewer, episodeId, numberIn(query.get('chapter')) ?? 1);
  const { chapter } = content;
  const text = { id: chapter.id, html: chapter.sections.join('') };
  const pictures = await findIllustrations(deps, [text], privateSigner(deps));
  const hrefOf = (chapter: number, place: string | null): string => {
    const more = { query: { chapter: chapter > 1 ? chapter : null }, hash: place ?? undefined };
    const path = '/creator/stories/@id/episodes/@episodeId/chapters';
    return localizedPath(locale, address(path, { id, episodeId }, more));
  };
  return {
    head: { title: `${episode.number} · ${episode.title}` },
    novel: { id: story.id, title: story.title },
    episodeId,
    reading: { number: episode.number, title: episode.title, storyLanguage: story.language },
    content: filled(content, pictures, { hrefOf, tableLabel: translator(locale, 'reader')('table') }),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
