import { translator } from '../../../locales/messages.ts';
import { findOwnAccount } from '../../../server/domains/accounts/accounts/queries.ts';
import { listOwnReports } from '../../../server/domains/safety/reports/queries.ts';
import { pagesOf, readPage } from '../../creator/page.ts';
import { viewerData } from '../../layout/data.ts';

const PER_PAGE = 24;
const PAGES_MAX_COUNT = 50;

export const data = viewerData(async (request) => {
  const { deps, viewer, locale, query } = request;
  const page = readPage(query, PAGES_MAX_COUNT);
  const [{ violations, total }, { user }] = await Promise.all([
    listOwnReports(deps, viewer, { page, perPage: PER_PAGE }),
    findOwnAccount(deps, viewer.id),
  ]);
  return {
    head: { title: translator(locale, 'ownReports')('title') },
    reports: violations,
    zone: user.timezone,
    page,
    pages: pagesOf(request, { total, page, perPage: PER_PAGE }),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
