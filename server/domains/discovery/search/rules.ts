/** Owns what a phrase means: how long it may be, and what it is looked for among. */
import { shortened } from '../../../lib/text.ts';
import { PUBLICATION_TYPES, type PublicationType } from '../../publishing/stories/rules.ts';

export const SEARCH_QUERY_MAX_LENGTH = 60;
/** Nobody turns more pages than these fill; the count stops here too. */
export const FOUND_MAX_COUNT = 1_000;

/** Tabs of the live search and of the results, in their order (SRC-03…SRC-06). */
export const RESOURCES = ['comics', 'novel', 'indie', 'creators'] as const;
export type Resource = (typeof RESOURCES)[number];

/** Stories are looked for by their type; any other resource is looked for among creators (SRC-34). */
export const storyTypeOf = (resource: string): PublicationType | null =>
  PUBLICATION_TYPES.find((type) => type === resource) ?? null;

/** As an address or a field gives it; what is longer is cut, since a page refuses nobody. */
export const readPhrase = (text: string): string =>
  shortened(text.toWellFormed().replaceAll('\u0000', '').trim(), SEARCH_QUERY_MAX_LENGTH).trim();
