import { translator } from '../../../locales/messages.ts';
import { findOverview, today } from '../../../server/domains/reading/counts/queries.ts';
import { viewerData } from '../../layout/data.ts';
import { readPeriod } from '../figures/period.ts';
import { pagesOf, readPage } from '../page.ts';

const PER_PAGE = 24;

export const data = viewerData(async (request) => {
  const { deps, viewer, locale, query } = request;
  const period = readPeriod(query, today(deps), locale);
  const page = readPage(query);
  const overview = await findOverview(deps, viewer, {
    range: period.range,
    part: { page, perPage: PER_PAGE },
  });
  return {
    head: { title: translator(locale, 'statistics')('title') },
    period,
    overview,
    page,
    pages: pagesOf(request, { total: overview.total, page, perPage: PER_PAGE }),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
