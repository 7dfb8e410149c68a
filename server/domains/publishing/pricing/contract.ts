import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { Id, IdParams, Moment, Nullable, OneOf } from '../../../lib/schemas.ts';
import { EPISODE_STATUSES } from '../episodes/contract.ts';
import { EPISODES_MAX_COUNT } from '../episodes/rules.ts';
import { FREE_AFTER_MAX_DAYS, FREE_MAX_COUNT, PRICING_TYPES } from './rules.ts';

/** Checked by our own rule, which reports all wrong prices in the same words (PRI-09). */
const WishedPrice = Type.Unknown({ reads: 'integer', description: 'whole number of coins from 0 to 1000' });
const Coins = Type.Integer({ description: 'coins; 0 is free' });
const Version = Type.String({
  description: 'version that was read; send it back with a change; an older version is refused with 409',
});

export const PricingStrategy = Type.Object({
  story_id: Id,
  type: OneOf(PRICING_TYPES, 'all_free is free, any other type is premium'),
  price: Type.Integer({ description: 'coins per episode; applies with all_premium and first_free' }),
  free_count: Type.Integer({
    description: 'number of free episodes, counted from the first published one; applies with first_free',
  }),
  free_after_days: Nullable(
    Type.Integer({
      description: 'days after its first publication until an episode is free; null: never',
    }),
  ),
  prices: Type.Record(Type.String(), Coins, { description: 'by episode id; applies with custom' }),
  version: Version,
});

export const EpisodePrice = Type.Object({
  id: Id,
  number: Type.Integer({ description: 'position in the story, from 1' }),
  published_rank: Type.Integer({
    description:
      'position among the published episodes, from 1; for other episodes, the position they would take',
  }),
  title: Type.String(),
  status: OneOf(EPISODE_STATUSES),
  thumbnail_url: Nullable(
    Type.String({ description: 'signed URL that expires; the first page if no thumbnail was chosen' }),
  ),
  price: Type.Integer({ description: 'current price in coins; 0 is free' }),
  free_at: Nullable(Moment),
  first_published_at: Nullable(Moment),
  custom_price: Type.Integer({ description: "the episode's own price; applies with custom" }),
});

export const pricingContract = defineContract({
  'GET /creator/stories/:id/episodes_prices': {
    tag: 'Prices and countries',
    summary: 'List the prices of the episodes of a story',
    access: 'user',
    params: IdParams,
    replies: {
      200: Type.Object({ pricing_strategy: PricingStrategy, episodes: Type.Array(EpisodePrice) }),
    },
  },
  'GET /creator/pricing_strategies/:id': {
    tag: 'Prices and countries',
    summary: "Get a story's pricing strategy",
    description: '`id` is the id of the story.',
    access: 'user',
    params: IdParams,
    replies: { 200: PricingStrategy },
  },
  'PUT /creator/pricing_strategies/:id': {
    tag: 'Prices and countries',
    summary: "Set a story's pricing strategy",
    description:
      '`id` is the id of the story. A price must be a whole number from 0 to 1000, else 422 `price_out_of_range`. With `all_premium`, the price must be at least 1, else 422 `premium_for_nothing`. Episodes already unlocked stay unlocked.',
    access: 'user',
    params: IdParams,
    body: Type.Object({
      type: OneOf(PRICING_TYPES),
      price: Type.Optional(WishedPrice),
      free_count: Type.Optional(Type.Integer({ minimum: 0, maximum: FREE_MAX_COUNT })),
      free_after_days: Type.Optional(
        Nullable(
          Type.Integer({
            minimum: 1,
            maximum: FREE_AFTER_MAX_DAYS,
            description: 'null: never; omitted: unchanged',
          }),
        ),
      ),
      prices: Type.Optional(
        Type.Record(Type.String(), WishedPrice, {
          description: 'by episode id; other episodes keep their prices',
        }),
      ),
      price_of: Type.Optional(
        Type.Object(
          { all_premium: Type.Optional(WishedPrice), first_free: Type.Optional(WishedPrice) },
          { description: 'instead of `price`, for forms that have a field for each type' },
        ),
      ),
      version: Type.Optional(Version),
    }),
    replies: { 200: PricingStrategy },
    refusals: [403, 409],
    form: {
      // A price per episode, and the fields above them.
      fieldsMaxCount: EPISODES_MAX_COUNT + 20,
      maxBytes: 256 * 1024,
      empty: [
        'price',
        'price_of.all_premium',
        'price_of.first_free',
        'free_count',
        'free_after_days',
        'prices.',
      ],
    },
  },
});
