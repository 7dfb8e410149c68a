import type { Deps } from '../../deps.ts';
import { defineRoutes } from '../../lib/mount.ts';
import { pricingContract } from './contract.ts';
import { findPrices } from './queries.ts';
import { setPricing } from './service.ts';

export const pricingRoutes = defineRoutes<typeof pricingContract, Deps>(pricingContract, {
  'GET /creator/stories/:id/episodes_prices': ({ deps, viewer, params }) =>
    findPrices(deps, viewer, params.id),
  'GET /creator/pricing_strategies/:id': async ({ deps, viewer, params }) =>
    (await findPrices(deps, viewer, params.id)).pricing_strategy,
  'PUT /creator/pricing_strategies/:id': async ({ deps, viewer, params, body }) => {
    const { type, price, free_count: freeCount, prices, price_of: priceOf, version } = body;
    const ofType = type === 'all_premium' || type === 'first_free' ? priceOf?.[type] : undefined;
    await setPricing(deps, viewer, params.id, {
      type,
      price: price ?? ofType,
      freeCount,
      prices,
      version,
    });
    return (await findPrices(deps, viewer, params.id)).pricing_strategy;
  },
});
