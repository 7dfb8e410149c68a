import { findTeamEpisode, listTeamPages } from '../../../../../../server/domains/episodes/queries.ts';
import { PAGES_RECOMMENDED } from '../../../../../../server/domains/publishing/rules.ts';
import { findOwnStory } from '../../../../../../server/domains/stories/queries.ts';
import { mayDo, TITLE_MOST } from '../../../../../../server/domains/stories/rules.ts';
import { notFound } from '../../../../../../server/lib/errors.ts';
import { isId } from '../../../../../../server/lib/ids.ts';
import { pageData } from '../../../../../layout/data.ts';
import { requireViewer } from '../../../../viewer.ts';

export const data = pageData(async ({ deps, viewer: asking, params }) => {
  const viewer = requireViewer(asking);
  const { id = '', episodeId = '' } = params;
  if (!isId(id) || !isId(episodeId)) throw notFound('not_found');
  const story = await findOwnStory(deps, viewer, id);
  const episode = await findTeamEpisode(deps, viewer, episodeId);
  if (episode.story_id !== story.id) throw notFound('not_found');
  return {
    head: { title: `${episode.number} · ${episode.title}` },
    title: story.title,
    editor: {
      episode,
      list: await listTeamPages(deps, viewer, episodeId),
      story: { id: story.id, slug: story.slug, language: story.language, cover: coverOf(story) },
      may: {
        edit: mayDo(story.role, 'edit') && story.publication_type !== 'novel',
        publish: mayDo(story.role, 'publish'),
        delete: mayDo(story.role, 'delete'),
      },
      recommended: PAGES_RECOMMENDED,
      titleMost: TITLE_MOST,
    },
  };
});
export type Data = Awaited<ReturnType<typeof data>>;

function coverOf(story: { cover_media_id: string | null; cover_url: string | null }) {
  if (story.cover_media_id === null) return 'missing' as const;
  return story.cover_url === null ? ('processing' as const) : ('ready' as const);
}
