/**
 * For which countries a rendering holds. A page is made of stories, each of which may be closed somewhere: two countries
 * that pass the same filters see the same, and a page without any filter is everybody's.
 */
import { countryGroup, type GeofilterFacts } from '../domains/publishing/countries/rules.ts';

export type Audience = {
  /** Of all stories that decided what stands on the page; null: not told, so it holds for that one country alone. */
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

/** Whether a rendering may be shown in this country. There are a few hundred, so each answer is kept. */
export function holdsIn(audience: Audience, country: string | null): boolean {
  const known = audience.known.get(country);
  if (known !== undefined) return known;
  const holds = groupOf(audience.filters, country) === audience.group;
  audience.known.set(country, holds);
  return holds;
}
