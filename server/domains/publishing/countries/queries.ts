import { translator } from '#locales/messages.ts';
import type { Deps } from '../../../deps.ts';
import type { Locale } from '../../../lib/locale.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { requireStory } from '../stories/team.ts';
import { COUNTRIES, COUNTRY_GROUPS } from './rules.ts';
import { findGeofilter, geofilterVersion } from './service.ts';

export type CountryOption = { code: string; label: string };

export function listCountries(locale: Locale): CountryOption[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const byName = new Intl.Collator(locale);
  return COUNTRIES.map((code) => ({ code, label: names.of(code) ?? code })).sort((a, b) =>
    byName.compare(a.label, b.label),
  );
}

export function listCountryGroups(locale: Locale): { id: string; label: string; countries: string[] }[] {
  const t = translator(locale, 'countryGroups');
  const labels = { eu: t('eu'), eea: t('eea'), dach: t('dach') };
  return COUNTRY_GROUPS.map(({ id, countries }) => ({ id, label: labels[id], countries: [...countries] }));
}

export async function findTeamGeofilter(deps: Deps, viewer: Viewer, storyId: string) {
  await requireStory(deps, viewer, storyId, 'view');
  const filter = await findGeofilter(deps, storyId);
  return {
    story_id: storyId,
    type: filter.type,
    countries: [...filter.countries],
    version: geofilterVersion(filter),
  };
}
