import { SUBSCRIPTION_SORTS, type SubscriptionSort } from '../../server/domains/reading/library/rules.ts';
import { type Address, address } from '../addresses.ts';

export const SHELVES = ['reading', 'finished', 'subscriptions', 'collections'] as const;
export type LibraryShelf = (typeof SHELVES)[number];

type Part = {
  page?: number;
  sort?: SubscriptionSort;
  away?: string;
};

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

export const keepAddress = (storyId: string): Address =>
  address('/library', {}, { query: { shelf: 'collections', keep: storyId } });
