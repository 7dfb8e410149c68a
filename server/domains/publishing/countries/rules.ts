/** The only policy on countries, for pages, API, pictures, feeds and search (decisions.md §7). */
import type { GeofilterType } from '#db/schema/index.ts';
import type { FieldErrors } from '../../../lib/errors.ts';

export const GEOFILTER_TYPES = ['worldwide', 'allow', 'deny'] as const satisfies readonly GeofilterType[];

export type GeofilterFacts = { type: GeofilterType; countries: readonly string[] };

/** An unknown country passes `deny` and fails `allow`. `country` is ISO 3166-1 alpha-2 or null. */
export function isAvailableIn(filter: GeofilterFacts | null, country: string | null): boolean {
  if (filter === null || filter.type === 'worldwide') return true;
  const listed = country !== null && filter.countries.includes(country);
  return filter.type === 'allow' ? listed : !listed;
}

export const isFiltered = <T extends GeofilterFacts>(filter: T | null): filter is T =>
  filter !== null && filter.type !== 'worldwide';

/** ISO 3166-1 alpha-2, as officially assigned. */
export const COUNTRIES: readonly string[] = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA ' +
  'CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA ' +
  'GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
  'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS ' +
  'MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS ' +
  'RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW ' +
  'TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ');

const KNOWN: ReadonlySet<string> = new Set(COUNTRIES);

/** Unknown codes become null: proxies and databases have their own for "nowhere" (XX, T1, EU …). */
export const asCountry = (text: string | undefined): string | null => {
  const code = (text ?? '').trim().toUpperCase();
  return KNOWN.has(code) ? code : null;
};

const EU = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

/** Shortcuts of the form. Only the countries are stored. */
export const COUNTRY_GROUPS = [
  { id: 'eu', countries: EU },
  { id: 'eea', countries: [...EU, 'IS', 'LI', 'NO'].sort() },
  { id: 'dach', countries: ['AT', 'CH', 'DE'] },
] as const;
export type CountryGroup = (typeof COUNTRY_GROUPS)[number]['id'];

export function decideGeofilter(
  wish: GeofilterFacts,
): { filter: { type: GeofilterType; countries: string[] } } | { fields: FieldErrors } {
  if (wish.type === 'worldwide') return { filter: { type: 'worldwide', countries: [] } };
  const countries = [...new Set(wish.countries.map((code) => code.toUpperCase()))].sort();
  if (countries.length === 0) return { fields: { countries: ['blank'] } };
  if (!countries.every((code) => KNOWN.has(code))) return { fields: { countries: ['unknown_country'] } };
  return { filter: { type: wish.type, countries } };
}

/** Countries that pass the same filters may share pages. The key has one digit per filter. */
export const countryGroup = (filters: readonly GeofilterFacts[], country: string | null): string =>
  filters.map((filter) => (isAvailableIn(filter, country) ? '1' : '0')).join('');
