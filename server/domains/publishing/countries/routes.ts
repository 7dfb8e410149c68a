import type { Deps } from '../../../deps.ts';
import { defineRoutes } from '../../../lib/mount.ts';
import { geoContract } from './contract.ts';
import { findTeamGeofilter, listCountries, listCountryGroups } from './queries.ts';
import { setGeofilter } from './service.ts';

export const geoRoutes = defineRoutes<typeof geoContract, Deps>(geoContract, {
  'GET /geofilters': async ({ locale }) => ({
    countries: listCountries(locale),
    groups: listCountryGroups(locale),
  }),
  'GET /creator/story_geofiltering_strategies/:id': ({ deps, viewer, params }) =>
    findTeamGeofilter(deps, viewer, params.id),
  'PUT /creator/story_geofiltering_strategies/:id': async ({ deps, viewer, params, body }) => {
    const { type, countries = [], version } = body;
    await setGeofilter(deps, viewer, params.id, { type, countries, version });
    return findTeamGeofilter(deps, viewer, params.id);
  },
});
