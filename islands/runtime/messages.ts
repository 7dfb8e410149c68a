/** Texts of islands that have no text file: they travel in the page. Server only. */
import inline from 'islands/texts/inline.js';
import type { Locale } from '../../server/lib/locale.ts';

/** JSON of an island's compiled texts. An island not listed keeps its HTML. The browser reports it (OPS-15). */
export const islandMessages = (name: string, locale: Locale): string => inline[name]?.[locale] ?? '{}';
