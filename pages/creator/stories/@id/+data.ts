import { findOwnAccount } from '../../../../server/domains/accounts/queries.ts';
import { listTeamEpisodes } from '../../../../server/domains/episodes/queries.ts';
import { countStoryPages } from '../../../../server/domains/media/remake.ts';
import { mayDo } from '../../../../server/domains/policy/rules.ts';
import { findOwnStory } from '../../../../server/domains/stories/queries.ts';
import { notFound } from '../../../../server/lib/errors.ts';
import { isId } from '../../../../server/lib/ids.ts';
import { pageData } from '../../../layout/data.ts';
import { requireViewer } from '../../viewer.ts';
import { storyFormProps } from '../storyFormProps.ts';

export const data = pageData(async ({ deps, viewer: asking, locale, params }) => {
  const viewer = requireViewer(asking);
  const id = params.id ?? '';
  if (!isId(id)) throw notFound('not_found');
  const story = await findOwnStory(deps, viewer, id);
  const { user } = await findOwnAccount(deps, viewer.id);
  const episodes = await listTeamEpisodes(deps, viewer, id);
  return {
    head: { title: story.title },
    own: story,
    zone: user.timezone,
    mayPublish: mayDo(story.role, 'publish'),
    episodes: episodes.map(({ id, title, status, pages_count, publish_at, published_at, thumbnail_url }) => ({
      id,
      title,
      status,
      pages_count,
      publish_at,
      published_at,
      thumbnail_url,
    })),
    form: storyFormProps(story, {
      locale,
      publisher: viewer.publisher,
      userId: viewer.id,
      preferred: user.preferred_languages,
      pages: await countStoryPages(deps, id),
    }),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
