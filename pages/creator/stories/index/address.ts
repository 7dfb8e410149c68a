/** Where a link of the list leads: what is asked now, and one thing else. Any change begins at the first page. */
import { type Address, address } from '../../../addresses.ts';
import type { Data } from './+data.ts';

export function listAddress(asked: Data['asked'], change: Partial<Data['asked']>): Address {
  const { filter, sort, q, page } = { ...asked, page: 1, ...change };
  const query = {
    filter: filter === 'all' ? null : filter,
    q: q === '' ? null : q,
    sort: sort === 'last_update' ? null : sort,
    // The browser remembers how it shows lists, so the address says it only where it changes.
    view: change.view,
    page: page > 1 ? page : null,
  };
  return address('/creator/stories', {}, { query });
}
