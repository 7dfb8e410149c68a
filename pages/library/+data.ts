import { translator } from '../../locales/messages.ts';
import { findKept, listCollections } from '../../server/domains/reading/library/queries-collections.ts';
import { findLibrary } from '../../server/domains/reading/library/queries-library.ts';
import { findPutAway } from '../../server/domains/reading/library/reading.ts';
import { SUBSCRIPTION_SORTS } from '../../server/domains/reading/library/rules.ts';
import { isId } from '../../server/lib/ids.ts';
import { pagesOf, readPage } from '../creator/page.ts';
import { viewerData } from '../layout/data.ts';
import { type LibraryShelf, SHELVES } from './address.ts';

const PER_PAGE = 24;
/** Stories per shelf in the overview. */
const FEW = 6;
const PAGES_MAX_COUNT = 1000;

export const data = viewerData(async (request) => {
  const { deps, viewer, country, locale, query } = request;
  const shelf = SHELVES.find((known) => known === query.get('shelf')) ?? null;
  const sort = SUBSCRIPTION_SORTS.find((known) => known === query.get('sort')) ?? SUBSCRIPTION_SORTS[0];
  const page = shelf === null ? 1 : readPage(query, PAGES_MAX_COUNT);
  const part = { page, perPage: shelf === null ? FEW : PER_PAGE };
  const idOf = (name: string): string | undefined => {
    const wished = query.get(name);
    return wished !== null && isId(wished) ? wished : undefined;
  };
  const [storyId, awayId] = [idOf('keep'), idOf('away')];
  const reader = { viewer, country };
  const [library, own, keep, away] = await Promise.all([
    findLibrary(deps, reader, { sort, part }),
    listCollections(deps, reader, { of: storyId === undefined ? 'all' : 'own', storyId, part }),
    storyId === undefined ? null : findKept(deps, reader, storyId),
    awayId === undefined ? null : findPutAway(deps, reader, awayId),
  ]);
  const totals: Record<LibraryShelf, number> = {
    reading: library.continue_reading_total,
    finished: library.finished_total,
    subscriptions: library.subscriptions_total,
    collections: own.total,
  };
  return {
    head: { title: translator(locale, 'library')('title') },
    shelf,
    sort,
    library,
    collections: own.collections,
    totals,
    keep,
    away,
    page,
    pages: shelf === null ? 1 : pagesOf(request, { ...part, total: totals[shelf] }),
    perPage: part.perPage,
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
