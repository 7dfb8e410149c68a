import { geofilterStrategies } from '#db/schema/index.ts';
import { defineDomain } from '../../define.ts';
import { geoContract } from './contract.ts';
import { geoRoutes } from './routes.ts';

export const geo = defineDomain({
  name: 'geo',
  contract: geoContract,
  routes: geoRoutes,
  tables: [geofilterStrategies],
});
