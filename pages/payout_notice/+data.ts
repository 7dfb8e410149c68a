import { formatDate } from '../../locales/index.ts';
import { translator } from '../../locales/messages.ts';
import { findDisowned } from '../../server/domains/income/payouts/destinations.ts';
import { listWallCovers } from '../../server/domains/publishing/stories/covers.ts';
import { pageData } from '../layout/data.ts';

export const data = pageData(async ({ deps, locale, query }) => {
  const token = query.get('token') ?? '';
  const found = await findDisowned(deps, token);
  return {
    head: { title: translator(locale, 'payoutNotice')('title') },
    covers: await listWallCovers(deps),
    notice: found && { token, number: found.lastFour, since: formatDate(found.validFrom) },
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
