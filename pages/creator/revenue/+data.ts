import { translator } from '../../../locales/messages.ts';
import { findEarnings, listRevenue } from '../../../server/domains/earnings/queries.ts';
import { monthOf, PAYOUT_MAX_DAYS, shareOf } from '../../../server/domains/earnings/rules.ts';
import { viewerData } from '../../layout/data.ts';
import { readPage } from '../page.ts';

const PER_PAGE = 24;

export const data = viewerData(async ({ deps, viewer, locale, query }) => {
  const rows = await listRevenue(deps, viewer);
  const pages = Math.max(1, Math.ceil(rows.length / PER_PAGE));
  const page = readPage(query, pages);
  return {
    head: { title: translator(locale, 'revenue')('title') },
    rows: rows.slice((page - 1) * PER_PAGE, page * PER_PAGE),
    /** The last month that is over; absent while the first one runs. */
    lastMonth: rows[1] ?? null,
    impressions: rows.reduce((sum, row) => sum + row.ad_impressions, 0),
    earnings: await findEarnings(deps, viewer),
    sharePercent: shareOf(viewer) / 100,
    founder: viewer.founder,
    thisMonth: monthOf(deps.clock.now()),
    payoutDays: PAYOUT_MAX_DAYS,
    page,
    pages,
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
