import { shortened } from '../../../lib/text.ts';
import { PUBLICATION_TYPES, type PublicationType } from '../../publishing/stories/rules.ts';

export const SEARCH_QUERY_MAX_LENGTH = 60;
/** Nobody turns more pages than these results fill. The count stops here too. */
export const FOUND_MAX_COUNT = 1_000;

/** Tabs of the live search and of the results, in their order (SRC-03…SRC-06). */
export const RESOURCES = ['comics', 'novel', 'indie', 'creators'] as const;
export type Resource = (typeof RESOURCES)[number];

/** Types search for stories. Any other resource searches for creators (SRC-34). */
export const storyTypeOf = (resource: string): PublicationType | null =>
  PUBLICATION_TYPES.find((type) => type === resource) ?? null;

/** Reads a phrase from an address or a field. Cuts long ones, since a page refuses nobody. */
export const readPhrase = (text: string): string =>
  shortened(text.toWellFormed().replaceAll('\u0000', '').trim(), SEARCH_QUERY_MAX_LENGTH).trim();
