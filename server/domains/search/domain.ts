import { defineDomain } from '../define.ts';
import { searchContract } from './contract.ts';
import { searchLimits } from './limits.ts';
import { searchRoutes } from './routes.ts';

export const search = defineDomain({
  name: 'search',
  contract: searchContract,
  routes: searchRoutes,
  limits: searchLimits,
});
