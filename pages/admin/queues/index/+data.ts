import { translator } from '#locales/messages.ts';
import { pagesOf, readPage } from '#pages/creator/page.ts';
import { administratorData } from '#pages/layout/data.ts';
import { findBoard, listFailed } from '#server/domains/administration/jobs/queries.ts';
import { JOB_AREAS } from '#server/domains/platform/tables/rules.ts';

const PER_PAGE = 24;
const PAGES_MAX_COUNT = 1000;

export const data = administratorData(async (request) => {
  const { deps, locale, query } = request;
  const page = readPage(query, PAGES_MAX_COUNT);
  const area = JOB_AREAS.find((known) => known === query.get('area'));
  const [board, failed] = await Promise.all([
    findBoard(deps),
    listFailed(deps, { ...(area !== undefined && { area }), page, perPage: PER_PAGE }),
  ]);
  return {
    head: { title: translator(locale, 'queues')('title') },
    ...board,
    failed: failed.failed_jobs,
    area: area ?? null,
    page,
    pages: pagesOf(request, { total: failed.total, page, perPage: PER_PAGE }),
    now: deps.clock.now().toISOString(),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
