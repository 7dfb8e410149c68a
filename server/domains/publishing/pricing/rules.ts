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
/** As many as a story may have episodes. */
export const FREE_MAX_COUNT = 5000;
/** The longest that an episode may wait until it costs nothing. */
export const FREE_AFTER_MAX_DAYS = 365;

/** `freeAfterDays`: so long after its first publication an episode costs nothing any more; null: never. */
export type PricingFacts = {
  type: PricingType;
  freeCount: number;
  priceCoins: number;
  freeAfterDays: number | null;
};
/** What holds while nothing was chosen. */
export const ALL_FREE: PricingFacts = { type: 'all_free', freeCount: 0, priceCoins: 0, freeAfterDays: null };
/** Of an episode, what its price follows from. `publishedRank` counts the published ones of its story from 1. */
export type PricedFacts = {
  publishedRank: number;
  customPriceCoins: number;
  /** Null while it never was; what is withdrawn and published again keeps its first moment. */
  firstPublishedAt: Date | null;
};
export type CustomPrice = { id: string; customPriceCoins: number };

export function priceInForce(strategy: PricingFacts | null, episode: PricedFacts, now: Date): number {
  const freeAt = waitOf(strategy, episode);
  return freeAt !== null && freeAt <= now ? 0 : priceBefore(strategy, episode);
}

/** When an episode that costs something now will cost nothing; null: never, or it costs nothing. */
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

/** PRI-13, PRI-14: `all_free` is free, anything else is labelled premium. */
export const isPremium = (type: PricingType): boolean => type !== 'all_free';

/** PRI-04 to PRI-08: whole coins from 0 to 1000, anything else is no price. */
const isPrice = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= PRICE_MAX_COINS;

/** What a creator wants, as it was sent: prices are whatever stood there. */
export type PricingWish = {
  type: PricingType;
  price?: unknown;
  freeCount?: number | undefined;
  /** Null: never; undefined: as it is. */
  freeAfterDays?: number | null | undefined;
  prices?: Readonly<Record<string, unknown>> | undefined;
};

export type PricingDecision =
  | { kind: 'set'; strategy: PricingFacts; prices: { id: string; priceCoins: number }[] }
  /** Fields whose price is none (PRI-09). */
  | { kind: 'wrong_price'; fields: string[] }
  | { kind: 'premium_for_nothing' }
  | { kind: 'missing'; field: string }
  | { kind: 'unknown_episode' };

/** What is not asked for stays, so that whoever changes back finds the prices of before. */
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
  // For nothing, the story would say "premium" and be free (PRI-14).
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
