import { findBrowseIndex, findBrowsePage } from '../../server/domains/discovery/lists/queries.ts';
import {
  type BrowseOrder,
  type Filters,
  isGenre,
  isStoryLanguage,
  type Shelf,
} from '../../server/domains/discovery/lists/rules.ts';
import { PUBLICATION_TYPES } from '../../server/domains/publishing/stories/rules.ts';
import type { Address } from '../addresses.ts';
import { pageIn, stayWithin } from '../creator/page.ts';
import type { PageRequest } from '../layout/types.ts';
import { browseAddress } from './address.ts';

/** Raw parameters of the address. Null for a parameter the page lacks. */
export type Asked = Record<'type' | 'genre' | 'language' | 'order' | 'page', string | null>;

const PAGES_MAX_COUNT = 40;

export async function loadBrowse(
  request: Pick<PageRequest, 'deps' | 'country' | 'locale' | 'path' | 'query'>,
  shelf: Shelf,
  asked: Asked,
) {
  const { deps, country } = request;
  const wish = { ...readWish(asked), page: pageIn(asked.page, PAGES_MAX_COUNT) };
  const [list, index] = await Promise.all([
    findBrowsePage(deps, { ...wish, shelf, country }),
    findBrowseIndex(deps),
  ]);
  // For pages beyond the end, the query returns the last one.
  stayWithin(request, list.page);
  const { geofilters, validUntil, ...rest } = list;
  const isNarrowed =
    [wish.genre, wish.language].some((value) => value !== undefined) || wish.order !== 'popular';
  return {
    frame: {
      tags: ['landing' as const],
      geofilters,
      validUntil,
    },
    /** Reordered or filtered lists are duplicates for search engines. */
    robots: isNarrowed || rest.stories.length === 0 ? ('noindex' as const) : undefined,
    canonicalPath: browseAddress(shelf, wish) satisfies Address,
    browse: { shelf, wish, list: rest, index },
  };
}

export type Browse = Awaited<ReturnType<typeof loadBrowse>>['browse'];

function readWish({ type, genre, language, order }: Omit<Asked, 'page'>): Filters & { order: BrowseOrder } {
  return {
    type: PUBLICATION_TYPES.find((known) => known === type),
    genre: isGenre(genre ?? undefined) ? (genre ?? undefined) : undefined,
    language: isStoryLanguage(language ?? undefined) ? (language ?? undefined) : undefined,
    order: order === 'new' ? 'new' : 'popular',
  };
}
