import { pricingStrategies } from '#db/schema/index.ts';
import { defineDomain } from '../../define.ts';
import { pricingContract } from './contract.ts';
import { pricingRoutes } from './routes.ts';
import { purgeFreed } from './waited.ts';

/** As late as pages may say that something costs coins which is free by now. */
const FREED_SWEEP_MS = 2_000;

export const pricing = defineDomain({
  name: 'pricing',
  contract: pricingContract,
  routes: pricingRoutes,
  tables: [pricingStrategies],
  sweeps: [{ name: 'episodes.purge_freed', everyMs: FREED_SWEEP_MS, isPunctual: true, run: purgeFreed }],
});
