/** What the pages of a genre, a language and a tag have in common: one list, which can be narrowed down. */
import { findBrowseIndex, findBrowsePage } from '../../server/domains/browse/queries.ts';
import { type BrowseOrder, isGenre, isStoryLanguage, type Shelf } from '../../server/domains/browse/rules.ts';
import { PUBLICATION_TYPES } from '../../server/domains/stories/rules.ts';
import type { Address } from '../addresses.ts';
import type { PageRequest } from '../layout/types.ts';
import { browseAddress, type Wish } from './address.ts';

/** As they stand in the address; a page that has no such parameter gives null. */
export type Asked = Record<'type' | 'genre' | 'language' | 'order' | 'page', string | null>;

export async function loadBrowse(
  { deps, country }: Pick<PageRequest, 'deps' | 'country'>,
  shelf: Shelf,
  asked: Asked,
) {
  const wish = readWish(asked);
  const [list, index] = await Promise.all([
    findBrowsePage(deps, { ...wish, shelf, country }),
    findBrowseIndex(deps),
  ]);
  const { geofilters, validUntil, ...rest } = list;
  const isNarrowed =
    [wish.genre, wish.language].some((value) => value !== undefined) || wish.order !== 'popular';
  return {
    frame: {
      tags: ['landing' as const],
      geofilters,
      validUntil,
    },
    /** The same stories in another order, or fewer of them, are no page of their own for search engines. */
    robots: isNarrowed || rest.stories.length === 0 ? ('noindex' as const) : undefined,
    canonicalPath: browseAddress(shelf, wish) satisfies Address,
    browse: { shelf, wish, list: rest, index },
  };
}

export type Browse = Awaited<ReturnType<typeof loadBrowse>>['browse'];

function readWish({
  type,
  genre,
  language,
  order,
  page,
}: Asked): Wish & { order: BrowseOrder; page: number } {
  return {
    type: PUBLICATION_TYPES.find((known) => known === type),
    genre: isGenre(genre ?? undefined) ? (genre ?? undefined) : undefined,
    language: isStoryLanguage(language ?? undefined) ? (language ?? undefined) : undefined,
    order: order === 'new' ? 'new' : 'popular',
    page: Number(page ?? 1),
  };
}
