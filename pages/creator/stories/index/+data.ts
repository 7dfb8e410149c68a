import { translator } from '../../../../locales/messages.ts';
import { listOwnStories, type StoryFilter } from '../../../../server/domains/stories/queries.ts';
import { pageData } from '../../../layout/data.ts';
import { requireViewer } from '../../viewer.ts';

const PER_PAGE = 24;
const PAGES_MOST = 10_000;
const FILTERS: readonly StoryFilter[] = ['all', 'published', 'work_in_progress'];

export const data = pageData(async ({ deps, viewer, locale, query }) => {
  const filter = FILTERS.find((known) => known === query.get('filter')) ?? 'all';
  const wanted = Number(query.get('page') ?? 1);
  const page = Number.isInteger(wanted) ? Math.min(Math.max(wanted, 1), PAGES_MOST) : 1;
  const list = await listOwnStories(deps, requireViewer(viewer), { filter, page, perPage: PER_PAGE });
  return {
    head: { title: translator(locale, 'console')('yourStories') },
    filter,
    page,
    pages: Math.ceil(list.total / PER_PAGE),
    ...list,
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
