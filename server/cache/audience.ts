/** Countries for which a rendering is valid: all those that pass the same filters of its stories. */
import { countryGroup, type GeofilterFacts } from '../domains/publishing/countries/rules.ts';

export type Audience = {
  /** Filters of all stories that decided the page's content. Null when unknown: then valid for one country only. */
  filters: readonly GeofilterFacts[] | null;
  group: string;
  known: Map<string | null, boolean>;
};

export const groupOf = (filters: Audience['filters'], country: string | null): string =>
  filters === null ? `=${country ?? ''}` : countryGroup(filters, country);

export const audienceOf = (filters: Audience['filters'], country: string | null): Audience => ({
  filters,
  group: groupOf(filters, country),
  known: new Map(),
});

export const isForAll = ({ filters }: Audience): boolean => filters !== null && filters.length === 0;

/** True when a rendering may be shown in this country. Memoized: there are a few hundred countries. */
export function holdsIn(audience: Audience, country: string | null): boolean {
  const known = audience.known.get(country);
  if (known !== undefined) return known;
  const holds = groupOf(audience.filters, country) === audience.group;
  audience.known.set(country, holds);
  return holds;
}
