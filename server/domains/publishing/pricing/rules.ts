/** Owns what an episode costs. Prices are whole coins; 0 is free (decisions.md §7). */
import type { PricingType } from '#db/schema/index.ts';
import { DAY_MS } from '../../../lib/durations.ts';

export const PRICING_TYPES = [
  'all_free',
  'all_premium',
  'first_free',
  'custom',
] as const satisfies readonly PricingType[];
export const PRICE_MAX_COINS = 1000;
export const FREE_MAX_COUNT = 5000;
export const FREE_AFTER_MAX_DAYS = 365;

/** `freeAfterDays`: days after its first publication until an episode is free. Null: never. */
export type PricingFacts = {
  type: PricingType;
  freeCount: number;
  priceCoins: number;
  freeAfterDays: number | null;
};
export const ALL_FREE: PricingFacts = { type: 'all_free', freeCount: 0, priceCoins: 0, freeAfterDays: null };
/** `publishedRank` counts the story's published episodes from 1. */
export type PricedFacts = {
  publishedRank: number;
  customPriceCoins: number;
  /** Null if the episode was never published. Publishing it again keeps the first time. */
  firstPublishedAt: Date | null;
};
export type CustomPrice = { id: string; customPriceCoins: number };

export function priceInForce(strategy: PricingFacts | null, episode: PricedFacts, now: Date): number {
  const freeAt = waitOf(strategy, episode);
  return freeAt !== null && freeAt <= now ? 0 : priceBefore(strategy, episode);
}

/** When an episode that costs something now becomes free. Null if never, or if it is free already. */
export const freeAtOf = (strategy: PricingFacts | null, episode: PricedFacts, now: Date): Date | null =>
  priceInForce(strategy, episode, now) === 0 ? null : waitOf(strategy, episode);

const waitOf = (strategy: PricingFacts | null, { firstPublishedAt }: PricedFacts): Date | null =>
  strategy === null || strategy.freeAfterDays === null || firstPublishedAt === null
    ? null
    : new Date(firstPublishedAt.getTime() + strategy.freeAfterDays * DAY_MS);

function priceBefore(strategy: PricingFacts | null, episode: PricedFacts): number {
  switch (strategy?.type) {
    case 'all_premium':
      return strategy.priceCoins;
    case 'first_free':
      return episode.publishedRank <= strategy.freeCount ? 0 : strategy.priceCoins;
    case 'custom':
      return episode.customPriceCoins;
    default:
      return 0;
  }
}

/** PRI-13, PRI-14: anything but `all_free` is labelled premium. */
export const isPremium = (type: PricingType): boolean => type !== 'all_free';

/** PRI-04 to PRI-08: whole coins from 0 to 1000. */
const isPrice = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= PRICE_MAX_COINS;

/** A creator's request as sent. Prices are unchecked. */
export type PricingWish = {
  type: PricingType;
  price?: unknown;
  freeCount?: number | undefined;
  /** Null: never; undefined: unchanged. */
  freeAfterDays?: number | null | undefined;
  prices?: Readonly<Record<string, unknown>> | undefined;
};

export type PricingDecision =
  | { kind: 'set'; strategy: PricingFacts; prices: { id: string; priceCoins: number }[] }
  /** Fields with a wrong price (PRI-09). */
  | { kind: 'wrong_price'; fields: string[] }
  | { kind: 'premium_for_nothing' }
  | { kind: 'missing'; field: string }
  | { kind: 'unknown_episode' };

/** Omitted values stay, so that changing back restores the previous prices. */
export function decidePricing(
  wish: PricingWish,
  stored: PricingFacts,
  episodeIds: ReadonlySet<string>,
): PricingDecision {
  const { type, freeAfterDays = stored.freeAfterDays } = wish;
  const present = { ...stored, freeAfterDays };
  if (type === 'all_free') return { kind: 'set', strategy: { ...present, type }, prices: [] };
  if (type === 'custom') return decideCustom(wish.prices, present, episodeIds);
  if (!isPrice(wish.price)) return { kind: 'wrong_price', fields: ['price'] };
  const priceCoins = wish.price;
  // Otherwise the story would be labelled premium and yet be free (PRI-14).
  if (type === 'all_premium' && priceCoins === 0) return { kind: 'premium_for_nothing' };
  if (type === 'all_premium') return { kind: 'set', strategy: { ...present, type, priceCoins }, prices: [] };
  if (wish.freeCount === undefined) return { kind: 'missing', field: 'free_count' };
  return { kind: 'set', strategy: { ...present, type, freeCount: wish.freeCount, priceCoins }, prices: [] };
}

function decideCustom(
  wished: PricingWish['prices'],
  present: PricingFacts,
  episodeIds: ReadonlySet<string>,
): PricingDecision {
  if (wished === undefined) return { kind: 'missing', field: 'prices' };
  const entries = Object.entries(wished);
  if (entries.some(([id]) => !episodeIds.has(id))) return { kind: 'unknown_episode' };
  const wrong = entries.filter(([, price]) => !isPrice(price));
  if (wrong.length > 0) return { kind: 'wrong_price', fields: wrong.map(([id]) => `prices.${id}`) };
  const prices = entries.map(([id, price]) => ({ id, priceCoins: Number(price) }));
  return { kind: 'set', strategy: { ...present, type: 'custom' }, prices };
}
