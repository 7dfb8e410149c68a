import { translator } from '../../locales/messages.ts';
import { findAttention } from '../../server/domains/attention/queries.ts';
import { readPage } from '../creator/page.ts';
import { viewerData } from '../layout/data.ts';

const PER_PAGE = 24;

export const data = viewerData(async ({ deps, viewer, locale, query, country }) => {
  const month = /^[1-9]\d{3}-(0[1-9]|1[0-2])$/.exec(query.get('month') ?? '')?.[0];
  const asked = { month, page: readPage(query), perPage: PER_PAGE };
  const { shown, ...found } = await findAttention(deps, { viewer, country }, asked);
  return {
    head: { title: translator(locale, 'attention')('title') },
    ...found,
    shown: Object.fromEntries(shown),
    pages: Math.max(1, Math.ceil(found.total / PER_PAGE)),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
