import { translator } from '../../../locales/messages.ts';
import { findFounderTerms } from '../../../server/domains/accounts/accounts/founders.ts';
import { findOwnAccount } from '../../../server/domains/accounts/accounts/queries.ts';
import {
  findEarnings,
  findSettled,
  listOwnTitles,
  listRevenue,
} from '../../../server/domains/income/earnings/queries.ts';
import { findMonth } from '../../../server/domains/income/earnings/queries-month.ts';
import { shareOf } from '../../../server/domains/income/earnings/rules.ts';
import { script } from '../../../server/domains/income/earnings/script.ts';
import { isId } from '../../../server/lib/ids.ts';
import { monthOf } from '../../../server/lib/months.ts';
import { viewerData } from '../../layout/data.ts';
import { pagesOf, readPage } from '../page.ts';
import { periodOf } from './months.ts';

const PER_PAGE = 24;
/** Half a year and the current month. */
const DRAWN = 7;
/** Lines of the last credited month. Its own page shows all. */
const LINES = 5;

export const data = viewerData(async (request) => {
  const { deps, viewer, locale, query } = request;
  const asked = query.get('story') ?? '';
  const storyId = isId(asked) ? asked : null;
  const [rows, earnings, terms, titles, settled, { user }] = await Promise.all([
    listRevenue(deps, viewer, { storyId: storyId ?? undefined }),
    findEarnings(deps, viewer),
    findFounderTerms(deps, viewer.id),
    listOwnTitles(deps, viewer),
    findSettled(deps),
    findOwnAccount(deps, viewer.id),
  ]);
  const page = readPage(query);
  const pages = pagesOf(request, { total: rows.length, page, perPage: PER_PAGE });
  const credited = rows.find(({ credited_at }) => credited_at !== null);
  return {
    head: { title: translator(locale, 'revenue')('title') },
    rows: rows.slice((page - 1) * PER_PAGE, page * PER_PAGE),
    drawn: rows
      .slice(0, DRAWN)
      .reverse()
      .map((row) => ({ ...row, isCounted: row.credited_at !== null || periodOf(row) <= (settled ?? '') })),
    month:
      credited === undefined || storyId !== null
        ? null
        : await findMonth(deps, viewer, periodOf(credited), { page: 1, perPage: LINES }),
    lastMonth: credited ?? null,
    impressions: rows.reduce((sum, row) => sum + row.ad_impressions, 0),
    earnings,
    titles,
    storyId,
    sharePercent: shareOf(viewer) / 100,
    founder: viewer.founder,
    founderSince: terms.find(({ until }) => until === null)?.since ?? null,
    lastPaid: earnings.payouts.find(({ paid_at }) => paid_at !== null)?.paid_at ?? null,
    zone: user.timezone,
    thisMonth: monthOf(deps.clock.now()),
    scriptHash: script.sha256,
    page,
    pages,
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
