/** Owns the one policy on countries, for pages, API, pictures, feeds and search alike (decisions.md §7). */
import type { GeofilterType } from '../../../db/schema/index.ts';

export type GeofilterFacts = { type: GeofilterType; countries: readonly string[] };

/** An unknown country passes `deny` and fails `allow`. `country` is ISO 3166-1 alpha-2 or null. */
export function isAvailableIn(filter: GeofilterFacts | null, country: string | null): boolean {
  if (filter === null || filter.type === 'worldwide') return true;
  const listed = country !== null && filter.countries.includes(country);
  return filter.type === 'allow' ? listed : !listed;
}
