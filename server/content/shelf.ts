import { service } from '../deps.ts';
import type { Locale } from '../lib/locale.ts';
import type { Content } from './schema.ts';

export type ContentShelf = {
  /** Falls back to the first language while there is no translation. Throws 404 for an unknown name. */
  find(locale: Locale, name: string): Content;
  /** All texts of a folder, newest first. */
  list(locale: Locale, folder: string): readonly Content[];
};

export const contentShelf = service<ContentShelf>('content');
