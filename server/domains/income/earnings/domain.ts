import { defineDomain } from '../../define.ts';
import { earningsContract } from './contract.ts';
import { earningsRoutes } from './routes.ts';

export const earnings = defineDomain({
  name: 'earnings',
  contract: earningsContract,
  routes: earningsRoutes,
});
