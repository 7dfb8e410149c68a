import { translator } from '../../locales/messages.ts';
import { findAttention } from '../../server/domains/reading/reading-time/queries.ts';
import { pagesOf, readPage } from '../creator/page.ts';
import { viewerData } from '../layout/data.ts';

const PER_PAGE = 24;

export const data = viewerData(async (request) => {
  const { deps, viewer, locale, query, country } = request;
  const month = /^[1-9]\d{3}-(0[1-9]|1[0-2])$/.exec(query.get('month') ?? '')?.[0];
  const asked = { month, page: readPage(query), perPage: PER_PAGE };
  const { shown, ...found } = await findAttention(deps, { viewer, country }, asked);
  return {
    head: { title: translator(locale, 'attention')('title') },
    ...found,
    shown: Object.fromEntries(shown),
    pages: pagesOf(request, { ...asked, total: found.total }),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
