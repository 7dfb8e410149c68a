import { translator } from '#locales/messages.ts';
import { pagesOf, readPage } from '#pages/creator/page.ts';
import { administratorData } from '#pages/layout/data.ts';
import { listImports } from '#server/domains/income/revenue/queries.ts';
import { addMonths, monthOf } from '#server/lib/months.ts';

const PER_PAGE = 24;
const PAGES_MAX_COUNT = 100;

export const data = administratorData(async (request) => {
  const { deps, locale, query } = request;
  const page = readPage(query, PAGES_MAX_COUNT);
  const { imports, total } = await listImports(deps, { page, perPage: PER_PAGE });
  return {
    head: { title: translator(locale, 'revenueImport')('title') },
    imports,
    lastMonth: addMonths(monthOf(deps.clock.now()), -1),
    page,
    pages: pagesOf(request, { total, page, perPage: PER_PAGE }),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
