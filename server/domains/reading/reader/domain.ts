import { defineDomain } from '../../define.ts';
import { readingContract } from './contract.ts';
import { readingLimits } from './limits.ts';
import { readingRoutes } from './routes.ts';

export const reading = defineDomain({
  name: 'reading',
  contract: readingContract,
  routes: readingRoutes,
  limits: readingLimits,
});
