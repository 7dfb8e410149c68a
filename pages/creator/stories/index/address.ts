/** Address of the list with one change. Any change returns to the first page. */
import { type Address, address } from '../../../addresses.ts';
import type { Data } from './+data.ts';

export function listAddress(asked: Data['asked'], change: Partial<Data['asked']>): Address {
  const { filter, sort, q, page } = { ...asked, page: 1, ...change };
  const query = {
    filter: filter === 'all' ? null : filter,
    q: q === '' ? null : q,
    sort: sort === 'last_update' ? null : sort,
    // The browser remembers the view, so only a change is in the address.
    view: change.view,
    page: page > 1 ? page : null,
  };
  return address('/creator/stories', {}, { query });
}
