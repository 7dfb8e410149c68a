import { findOwnAccount } from '../../../../server/domains/accounts/queries.ts';
import { listTeamEpisodes } from '../../../../server/domains/episodes/queries.ts';
import { countStoryPages } from '../../../../server/domains/media/remake.ts';
import { mayDo } from '../../../../server/domains/policy/rules.ts';
import { EPISODES_A_PAGE, hundredOf } from '../../../../server/domains/reading/rules.ts';
import { findOwnStory } from '../../../../server/domains/stories/queries.ts';
import { notFound } from '../../../../server/lib/errors.ts';
import { isId } from '../../../../server/lib/ids.ts';
import { elsewhere, pageData } from '../../../layout/data.ts';
import { requireViewer } from '../../viewer.ts';
import { storyFormProps } from '../storyFormProps.ts';
import { listAddress, numberIn } from './list.ts';

export const data = pageData(async (request) => {
  const { deps, viewer: asking, locale, params, query } = request;
  const viewer = requireViewer(asking);
  const id = params.id ?? '';
  if (!isId(id)) throw notFound('not_found');
  const story = await findOwnStory(deps, viewer, id);
  const { user } = await findOwnAccount(deps, viewer.id);
  const total = story.episodes_count;
  const jumpTo = Math.min(numberIn(query.get('episode')) ?? 0, total);
  const from = hundredOf(Math.min(jumpTo || (numberIn(query.get('episodes')) ?? 1), Math.max(total, 1)));
  if (jumpTo > 0) throw elsewhere(request, `${listAddress(id, from)}#episode-${jumpTo}`);
  const episodes = await listTeamEpisodes(deps, viewer, id, { from, to: from + EPISODES_A_PAGE - 1 });
  return {
    head: { title: story.title },
    own: story,
    zone: user.timezone,
    from,
    total,
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
