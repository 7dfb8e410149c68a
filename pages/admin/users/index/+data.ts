import { translator } from '#locales/messages.ts';
import { pagesOf, readPage } from '#pages/creator/page.ts';
import { administratorData } from '#pages/layout/data.ts';
import { listUsers } from '#server/domains/administration/administration/queries.ts';
import { USER_FILTERS } from '#server/domains/administration/administration/rules.ts';
import { FILTER_MAX_LENGTH, shortened } from '#server/lib/text.ts';

const PER_PAGE = 24;
const PAGES_MAX_COUNT = 42;

export const data = administratorData(async (request) => {
  const { deps, locale, query } = request;
  const q = shortened(query.get('q') ?? '', FILTER_MAX_LENGTH);
  const filter = USER_FILTERS.find((known) => known === query.get('filter')) ?? 'all';
  const page = readPage(query, PAGES_MAX_COUNT);
  const { users, total } = await listUsers(deps, { q, filter, page, perPage: PER_PAGE });
  return {
    head: { title: translator(locale, 'administration')('rooms.users') },
    users,
    q,
    filter,
    page,
    pages: pagesOf(request, { total, page, perPage: PER_PAGE }),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
