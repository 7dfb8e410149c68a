/** The requested page of a list. All paged lists of the site use this. */
import { localizedPath } from '../../locales/index.ts';
import { redirected } from '../layout/data.ts';
import type { PageRequest } from '../layout/types.ts';

const PAGES_MAX_COUNT = 10_000;

type Asking = Pick<PageRequest, 'locale' | 'path' | 'query'>;

/** Invalid numbers mean the first page. */
export function pageIn(text: string | null, most = PAGES_MAX_COUNT): number {
  const wanted = Number(text ?? 1);
  return Number.isInteger(wanted) ? Math.min(Math.max(wanted, 1), most) : 1;
}

export const readPage = (query: URLSearchParams, most?: number): number => pageIn(query.get('page'), most);

/** Redirects from beyond the end to the last page. Keeps the other parameters. */
export function stayWithin({ locale, path, query }: Asking, last: number): void {
  if (readPage(query, Number.POSITIVE_INFINITY) <= last) return;
  const kept = new URLSearchParams(query);
  if (last > 1) kept.set('page', String(last));
  else kept.delete('page');
  throw redirected(localizedPath(locale, kept.size > 0 ? `${path}?${kept}` : path));
}

/** Number of pages of a list whose page `page` was loaded. Redirects from beyond the end. */
export function pagesOf(
  asking: Asking,
  { total, page, perPage }: { total: number; page: number; perPage: number },
): number {
  const pages = Math.max(1, Math.ceil(total / perPage));
  stayWithin(asking, Math.min(pages, page));
  return pages;
}
