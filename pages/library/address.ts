/** Addresses within the library. */
import { type Address, address } from '../addresses.ts';

export const SHELVES = ['reading', 'subscriptions', 'collections'] as const;
export type LibraryShelf = (typeof SHELVES)[number];

/** Without a shelf: the beginnings of all of them. */
export const shelfAddress = (shelf: LibraryShelf | null, page = 1): Address =>
  address('/library', {}, { query: { shelf, page: page === 1 ? null : page } });

/** Where a story is put into collections. */
export const keepAddress = (storyId: string): Address =>
  address('/library', {}, { query: { shelf: 'collections', keep: storyId } });
