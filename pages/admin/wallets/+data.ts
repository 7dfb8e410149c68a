import { translator } from '#locales/messages.ts';
import { pagesOf, readPage } from '#pages/creator/page.ts';
import { administratorData } from '#pages/layout/data.ts';
import { listUsers } from '#server/domains/administration/administration/queries.ts';
import { findAdminWallet } from '#server/domains/coins/wallet/queries-admin.ts';
import { isId, newId } from '#server/lib/ids.ts';
import { FILTER_MAX_LENGTH, shortened } from '#server/lib/text.ts';

const PER_PAGE = 24;
const PAGES_MAX_COUNT = 42;

export const data = administratorData(async (request) => {
  const { deps, viewer, locale, query } = request;
  const head = { title: translator(locale, 'administration')('rooms.wallets') };
  const userId = query.get('user');
  const q = shortened(query.get('q') ?? '', FILTER_MAX_LENGTH);
  if (userId !== null && isId(userId)) {
    const wallet = await findAdminWallet(deps, viewer, userId);
    // Idempotency key in the form, so that a double click grants once.
    return { head, q, wallet, key: newId(deps.clock.now().getTime()), users: [], page: 1, pages: 1 };
  }
  const page = readPage(query, PAGES_MAX_COUNT);
  const { users, total } = await listUsers(deps, { q, page, perPage: PER_PAGE });
  const pages = pagesOf(request, { total, page, perPage: PER_PAGE });
  return { head, q, wallet: null, key: '', users, page, pages };
});
export type Data = Awaited<ReturnType<typeof data>>;
