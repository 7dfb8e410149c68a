/** Owns what an episode costs. Prices are whole coins; 0 is free (decisions.md §7). */
import type { PricingType } from '../../../db/schema/index.ts';

export type PricingFacts = { type: PricingType; freeCount: number; priceCoins: number };

/** The price in force of the episode at `position` (from 1) with its own `customPriceCoins`. */
export function priceInForce(
  strategy: PricingFacts | null,
  episode: { position: number | null; customPriceCoins: number },
): number {
  switch (strategy?.type) {
    case 'all_premium':
      return strategy.priceCoins;
    case 'first_free':
      return (episode.position ?? 0) <= strategy.freeCount ? 0 : strategy.priceCoins;
    case 'custom':
      return episode.customPriceCoins;
    default:
      return 0;
  }
}

/** PRI-13, PRI-14: `all_free` is free, anything else is labelled premium. */
export const isPremium = (type: PricingType): boolean => type !== 'all_free';
