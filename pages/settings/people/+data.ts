import { translator } from '../../../locales/messages.ts';
import { listPeople } from '../../../server/domains/people/queries.ts';
import { readPage } from '../../creator/page.ts';
import { viewerData } from '../../layout/data.ts';

const PER_PAGE = 24;
const PAGES_MAX_COUNT = 50;

export const data = viewerData(async ({ deps, viewer, locale, query }) => ({
  head: { title: translator(locale, 'people')('title') },
  list: await listPeople(deps, viewer, { page: readPage(query, PAGES_MAX_COUNT), perPage: PER_PAGE }),
}));
export type Data = Awaited<ReturnType<typeof data>>;
