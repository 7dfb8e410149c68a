import { translator } from '../../../locales/messages.ts';
import { listPeople } from '../../../server/domains/community/blocks/queries.ts';
import { pagesOf, readPage } from '../../creator/page.ts';
import { viewerData } from '../../layout/data.ts';

const PER_PAGE = 24;
const PAGES_MAX_COUNT = 50;

export const data = viewerData(async (request) => {
  const { deps, viewer, locale, query } = request;
  const part = { page: readPage(query, PAGES_MAX_COUNT), perPage: PER_PAGE };
  const list = await listPeople(deps, viewer, part);
  pagesOf(request, { ...part, total: list.total });
  return { head: { title: translator(locale, 'people')('title') }, list };
});
export type Data = Awaited<ReturnType<typeof data>>;
