import { pricingStrategies } from '../../../db/schema/index.ts';
import { defineDomain } from '../define.ts';
import { pricingContract } from './contract.ts';
import { pricingRoutes } from './routes.ts';

export const pricing = defineDomain({
  name: 'pricing',
  contract: pricingContract,
  routes: pricingRoutes,
  tables: [pricingStrategies],
});
