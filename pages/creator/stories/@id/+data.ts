import { firstWish } from '#islands/publishing/releases/plan.ts';
import { translator } from '#locales/messages.ts';
import { readReleased } from '#pages/forms-releases.ts';
import { findOwnAccount } from '#server/domains/accounts/accounts/queries.ts';
import { mayDo } from '#server/domains/platform/policy/rules.ts';
import { listTeamEpisodes } from '#server/domains/publishing/episodes/queries.ts';
import { TOGETHER_MAX_COUNT } from '#server/domains/publishing/releases/rules.ts';
import { findOwnStory } from '#server/domains/publishing/stories/queries.ts';
import { TITLE_MAX_LENGTH } from '#server/domains/publishing/stories/rules.ts';
import { EPISODES_A_PAGE, hundredOf } from '#server/domains/reading/reader/rules.ts';
import { findStatementOf } from '#server/domains/safety/takedowns/queries.ts';
import { notFound } from '#server/lib/errors.ts';
import { isId } from '#server/lib/ids.ts';
import { elsewhere, ownStoryData } from '../../../layout/data.ts';
import { listAddress, momentOf, numberIn } from './list.ts';

const NO_PLAN = { publish_wall_time: null, publish_zone: null, is_announced: false };

export const data = ownStoryData(async (request) => {
  const { deps, viewer, locale, params, query } = request;
  const id = params.id ?? '';
  if (!isId(id)) throw notFound('not_found');
  const story = await findOwnStory(deps, viewer, id);
  const total = story.episodes_count;
  const jumpTo = Math.min(numberIn(query.get('episode')) ?? 0, total);
  const from = hundredOf(
    Math.min(jumpTo || (numberIn(query.get('episodes')) ?? total) || 1, Math.max(total, 1)),
  );
  if (jumpTo > 0) throw elsewhere(request, listAddress(id, from, `episode-${jumpTo}`));
  const [{ user }, episodes] = await Promise.all([
    findOwnAccount(deps, viewer.id),
    listTeamEpisodes(deps, viewer, id, { from, to: from + EPISODES_A_PAGE - 1 }),
  ]);
  const t = translator(locale, 'console');
  return {
    head: { title: story.title },
    own: story,
    statement: await findStatementOf(deps, viewer, story.id),
    zone: user.timezone,
    from,
    total,
    mayEdit: mayDo(story.role, 'edit'),
    mayPublish: mayDo(story.role, 'publish'),
    titleMaxLength: TITLE_MAX_LENGTH,
    mostAtOnce: TOGETHER_MAX_COUNT,
    wish: firstWish(NO_PLAN, user.timezone, deps.clock.now()),
    released: readReleased(query.get('released'), locale).map((said) => {
      const episode = episodes.find(({ number }) => number === said.number);
      const moment = episode ? momentOf(episode, user.timezone) : '';
      return { ...said, id: episode?.id ?? null, title: episode?.title ?? '', moment };
    }),
    episodes: episodes.toReversed().map((episode) => ({
      id: episode.id,
      title: episode.title,
      status: episode.status,
      thumbnail_url: episode.thumbnail_url,
      content: story.publication_type === 'novel' ? '' : t('pagesCount', { count: episode.pages_count }),
      moment: `${momentOf(episode, user.timezone)}${episode.is_announced ? ` · ${t('announced')}` : ''}`,
    })),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
