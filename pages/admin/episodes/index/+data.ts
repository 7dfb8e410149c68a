import { translator } from '#locales/messages.ts';
import { pagesOf, readPage } from '#pages/creator/page.ts';
import { administratorData } from '#pages/layout/data.ts';
import { listAppeals } from '#server/domains/safety/takedowns/queries.ts';
import { findEpisodes, findStories } from '#server/domains/safety/takedowns/queries-works.ts';
import { FILTER_MAX_LENGTH, shortened } from '#server/lib/text.ts';

const PER_PAGE = 24;
const PAGES_MAX_COUNT = 42;
const APPEALS_SHOWN_MAX_COUNT = 20;

export const data = administratorData(async (request) => {
  const { deps, viewer, locale, query } = request;
  const kind = query.get('kind') === 'episodes' ? ('episodes' as const) : ('stories' as const);
  const q = shortened(query.get('q') ?? '', FILTER_MAX_LENGTH);
  const blocked = query.get('blocked') === 'true';
  const page = readPage(query, PAGES_MAX_COUNT);
  const search = { q, blocked, page, perPage: PER_PAGE };
  const [stories, episodes, appeals] = await Promise.all([
    kind === 'stories' ? findStories(deps, search) : null,
    kind === 'episodes' ? findEpisodes(deps, search) : null,
    listAppeals(deps, viewer, { state: 'open', page: 1, perPage: APPEALS_SHOWN_MAX_COUNT }),
  ]);
  const total = stories?.total ?? episodes?.total ?? 0;
  return {
    head: { title: translator(locale, 'administration')('works') },
    kind,
    q,
    blocked,
    page,
    pages: pagesOf(request, { total, page, perPage: PER_PAGE }),
    stories: stories?.rows ?? [],
    episodes: episodes?.rows ?? [],
    appeals: appeals.appeals,
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
