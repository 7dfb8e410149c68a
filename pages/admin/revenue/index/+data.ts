import { translator } from '#locales/messages.ts';
import { pagesOf, readPage } from '#pages/creator/page.ts';
import { administratorData } from '#pages/layout/data.ts';
import { listImports } from '#server/domains/revenue/queries.ts';
import { monthBefore } from '#server/domains/revenue/rules.ts';
import { utcDay } from '#server/lib/days.ts';

const PER_PAGE = 24;
const PAGES_MAX_COUNT = 100;

export const data = administratorData(async (request) => {
  const { deps, locale, query } = request;
  const page = readPage(query, PAGES_MAX_COUNT);
  const { imports, total } = await listImports(deps, { page, perPage: PER_PAGE });
  return {
    head: { title: translator(locale, 'revenueImport')('title') },
    imports,
    lastMonth: monthBefore(utcDay(deps.clock.now())),
    page,
    pages: pagesOf(request, { total, page, perPage: PER_PAGE }),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
