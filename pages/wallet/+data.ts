import { translator } from '../../locales/messages.ts';
import { findOwnAccount } from '../../server/domains/accounts/accounts/queries.ts';
import { findWallet, listEntries, sumSince } from '../../server/domains/coins/wallet/queries.ts';
import { ENTRY_FILTERS } from '../../server/domains/coins/wallet/rules.ts';
import { resolveWallTime, wallTimeAt } from '../../server/lib/wall-time.ts';
import { appHref } from '../app/link.ts';
import { pagesOf, readPage } from '../creator/page.ts';
import { viewerData } from '../layout/data.ts';

const PER_PAGE = 24;

export const data = viewerData(async (request) => {
  const { deps, viewer, locale, query } = request;
  const filter = ENTRY_FILTERS.find((known) => known === query.get('filter')) ?? 'all';
  const page = readPage(query);
  const { user } = await findOwnAccount(deps, viewer.id);
  const { timezone } = user;
  // Months in the reader's calendar, as in the list.
  const month = wallTimeAt(deps.clock.now(), timezone).slice(0, 7);
  const { instant: since } = resolveWallTime(`${month}-01T00:00:00`, timezone);
  const [list, thisMonth, wallet] = await Promise.all([
    listEntries(deps, viewer, { filter, page, perPage: PER_PAGE }),
    sumSince(deps, viewer, since),
    findWallet(deps, viewer),
  ]);
  const pages = pagesOf(request, { total: list.total, page, perPage: PER_PAGE });
  return {
    head: { title: translator(locale, 'wallet')('title') },
    filter,
    balanceCoins: wallet.balance,
    debtCoins: wallet.debt,
    hasEntries: list.total > 0 || filter !== 'all',
    entries: list.entries.map((entry) => ({
      ...entry,
      month: wallTimeAt(new Date(entry.created_at), timezone).slice(0, 7),
    })),
    month,
    thisMonth,
    timezone,
    page,
    pages,
    appUrl: appHref(deps.config, locale),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
