import type { BrowseOrder, Filters, Shelf } from '../../server/domains/discovery/lists/rules.ts';
import { type Address, address } from '../addresses.ts';

export type Wish = Filters & { order: BrowseOrder; page: number };

/** The first page has no number. */
export const pageForm = /^(?:[2-9]|[1-9]\d{1,14})$/;

/** Valid forms of the parameters. Others are ignored. */
export const browseForms = {
  type: /^(?:comics|indie|novel)$/,
  order: /^new$/,
  page: pageForm,
};
export const genreForm = /^[a-z_]{1,20}$/;
export const languageForm = /^[a-z]{2}(?:-[A-Za-z]{2,4})?$/;

export function browseAddress({ by, value }: Shelf, wish: Partial<Wish> = {}): Address {
  const { type, genre, language, order, page = 1 } = wish;
  const query = {
    type,
    genre,
    language,
    order: order === 'new' ? order : null,
    page: page > 1 ? page : null,
  };
  if (by === 'genre') return address('/genres/@genre', { genre: value }, { query });
  if (by === 'language') return address('/languages/@code', { code: value }, { query });
  return address('/tags/@tag', { tag: value }, { query });
}
