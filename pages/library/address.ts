/** Addresses within the library. */
import { SUBSCRIPTION_SORTS, type SubscriptionSort } from '../../server/domains/reading/library/rules.ts';
import { type Address, address } from '../addresses.ts';

export const SHELVES = ['reading', 'finished', 'subscriptions', 'collections'] as const;
export type LibraryShelf = (typeof SHELVES)[number];

type Part = {
  page?: number;
  sort?: SubscriptionSort;
  /** A story that was put away from there. */
  away?: string;
};

/** Without a shelf: the beginnings of all of them. */
export const shelfAddress = (shelf: LibraryShelf | null, { page = 1, sort, away }: Part = {}): Address =>
  address(
    '/library',
    {},
    {
      query: {
        shelf,
        sort: sort === SUBSCRIPTION_SORTS[0] ? null : sort,
        page: page === 1 ? null : page,
        away,
      },
    },
  );

/** Where a story is put into collections. */
export const keepAddress = (storyId: string): Address =>
  address('/library', {}, { query: { shelf: 'collections', keep: storyId } });
