/** Where a link of the list leads: what is asked now, and one thing else. Any change begins at the first page. */
import type { Data } from './+data.ts';

export function listAddress(asked: Data['asked'], change: Partial<Data['asked']>): string {
  const { filter, sort, q, page } = { ...asked, page: 1, ...change };
  const query = new URLSearchParams();
  if (filter !== 'all') query.set('filter', filter);
  if (q !== '') query.set('q', q);
  if (sort !== 'last_update') query.set('sort', sort);
  // The browser remembers how it shows lists, so the address says it only where it changes.
  if (change.view !== undefined) query.set('view', change.view);
  if (page > 1) query.set('page', String(page));
  return `/creator/stories${query.size > 0 ? `?${query}` : ''}`;
}
