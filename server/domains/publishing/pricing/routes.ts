import type { Deps } from '../../../deps.ts';
import { defineRoutes } from '../../../lib/mount.ts';
import { pricingContract } from './contract.ts';
import { findPrices } from './queries.ts';
import { setPricing } from './service.ts';

export const pricingRoutes = defineRoutes<typeof pricingContract, Deps>(pricingContract, {
  'GET /creator/stories/:id/episodes_prices': ({ deps, viewer, params }) =>
    findPrices(deps, viewer, params.id),
  'GET /creator/pricing_strategies/:id': async ({ deps, viewer, params }) =>
    (await findPrices(deps, viewer, params.id)).pricing_strategy,
  'PUT /creator/pricing_strategies/:id': async ({ deps, viewer, params, body }) => {
    const {
      type,
      price,
      free_count: freeCount,
      free_after_days: freeAfterDays,
      prices,
      price_of: priceOf,
    } = body;
    const ofType = type === 'all_premium' || type === 'first_free' ? priceOf?.[type] : undefined;
    await setPricing(deps, viewer, params.id, {
      type,
      price: price ?? ofType,
      freeCount,
      freeAfterDays,
      prices,
      version: body.version,
    });
    return (await findPrices(deps, viewer, params.id)).pricing_strategy;
  },
});
