import type { Which } from '../../server/domains/notifications/notifications/queries.ts';
import { type Address, address } from '../addresses.ts';

export const addressOf = ({ which, page = 1 }: { which: Which; page?: number }): Address =>
  address(
    '/notifications',
    {},
    { query: { filter: which === 'all' ? null : which, page: page === 1 ? null : page } },
  );
