import { formatMoney } from '#locales/index.ts';
import { translator } from '#locales/messages.ts';
import { pagesOf, readPage } from '#pages/creator/page.ts';
import { viewerData } from '#pages/layout/data.ts';
import { findOwnAccount } from '#server/domains/accounts/accounts/queries.ts';
import { findMonth } from '#server/domains/income/earnings/queries-month.ts';
import { script } from '#server/domains/income/earnings/script.ts';
import { monthName } from '#server/lib/months.ts';

const PER_PAGE = 100;

export const data = viewerData(async (request) => {
  const {
    deps,
    viewer,
    locale,
    query,
    params: { period = '' },
  } = request;
  const page = readPage(query);
  const month = await findMonth(deps, viewer, period, { page, perPage: PER_PAGE });
  const { user } = await findOwnAccount(deps, viewer.id);
  pagesOf(request, { total: month.total, page, perPage: PER_PAGE });
  const title = translator(locale, 'revenue')('became', {
    month: monthName(period, locale),
    amount: formatMoney(month.earnings),
  });
  return { head: { title }, month, title, zone: user.timezone, scriptHash: script.sha256 };
});
export type Data = Awaited<ReturnType<typeof data>>;
