import { translator } from '../../locales/messages.ts';
import { findKept, listCollections } from '../../server/domains/library/queries-collections.ts';
import { findLibrary } from '../../server/domains/library/queries-library.ts';
import { isId } from '../../server/lib/ids.ts';
import { readPage } from '../creator/page.ts';
import { viewerData } from '../layout/data.ts';
import { SHELVES } from './address.ts';

const PER_PAGE = 24;
/** Of each shelf where all of them stand. */
const FEW = 6;
const PAGES_MAX_COUNT = 1000;

export const data = viewerData(async ({ deps, viewer, country, locale, query }) => {
  const shelf = SHELVES.find((known) => known === query.get('shelf')) ?? null;
  const page = shelf === null ? 1 : readPage(query, PAGES_MAX_COUNT);
  const part = { page, perPage: shelf === null ? FEW : PER_PAGE };
  const wished = query.get('keep');
  const storyId = wished !== null && isId(wished) ? wished : undefined;
  const reader = { viewer, country };
  const [library, own, keep] = await Promise.all([
    findLibrary(deps, reader, { part }),
    listCollections(deps, reader, { of: storyId === undefined ? 'all' : 'own', storyId, part }),
    storyId === undefined ? null : findKept(deps, reader, storyId),
  ]);
  return {
    head: { title: translator(locale, 'library')('title') },
    shelf,
    library,
    collections: own.collections,
    collectionsTotal: own.total,
    /** The story that is to be put into one. */
    keep,
    page,
    perPage: part.perPage,
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
