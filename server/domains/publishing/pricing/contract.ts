import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { Id, IdParams, Moment, Nullable, OneOf } from '../../../lib/schemas.ts';
import { EPISODE_STATUSES } from '../episodes/contract.ts';
import { EPISODES_MAX_COUNT } from '../episodes/rules.ts';
import { FREE_AFTER_MAX_DAYS, FREE_MAX_COUNT, PRICING_TYPES } from './rules.ts';

/** Judged by a rule of its own, which tells every wrong price in the same words (PRI-09). */
const WishedPrice = Type.Unknown({ reads: 'integer', description: 'whole coins from 0 to 1000' });
const Coins = Type.Integer({ description: 'coins; 0 is free' });
const Version = Type.String({
  description: 'version that was read; send it back, an older one is refused with 409',
});

export const PricingStrategy = Type.Object({
  story_id: Id,
  type: OneOf(PRICING_TYPES, 'all_free is free, anything else premium'),
  price: Type.Integer({ description: 'coins an episode; counts with all_premium and first_free' }),
  free_count: Type.Integer({
    description: 'free episodes from the first published one on; counts with first_free',
  }),
  free_after_days: Nullable(
    Type.Integer({
      description: 'an episode costs nothing so many days after its first publication; null: never',
    }),
  ),
  prices: Type.Record(Type.String(), Coins, { description: 'by episode id; counts with custom' }),
  version: Version,
});

export const EpisodePrice = Type.Object({
  id: Id,
  number: Type.Integer({ description: 'position in the story, from 1' }),
  published_rank: Type.Integer({
    description: 'place among the published episodes, from 1; for other episodes the place they would take',
  }),
  title: Type.String(),
  status: OneOf(EPISODE_STATUSES),
  thumbnail_url: Nullable(
    Type.String({ description: 'signed, expires; of the first page where no thumbnail was chosen' }),
  ),
  price: Type.Integer({ description: 'coins in force; 0 is free' }),
  free_at: Nullable(Moment),
  first_published_at: Nullable(Moment),
  custom_price: Type.Integer({ description: 'its own price, in force with custom' }),
});

export const pricingContract = defineContract({
  'GET /creator/stories/:id/episodes_prices': {
    tag: 'Prices and countries',
    summary: 'List what each episode of a story costs',
    access: 'user',
    params: IdParams,
    replies: {
      200: Type.Object({ pricing_strategy: PricingStrategy, episodes: Type.Array(EpisodePrice) }),
    },
  },
  'GET /creator/pricing_strategies/:id': {
    tag: 'Prices and countries',
    summary: "A story's pricing strategy",
    description: 'The id is that of the story.',
    access: 'user',
    params: IdParams,
    replies: { 200: PricingStrategy },
  },
  'PUT /creator/pricing_strategies/:id': {
    tag: 'Prices and countries',
    summary: "Set a story's pricing strategy",
    description:
      'The id is that of the story. A price must be a whole number from 0 to 1000; any other is refused with 422 `price_out_of_range`. With `all_premium` it is at least 1, else 422 `premium_for_nothing`. Episodes already unlocked stay unlocked.',
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
            description: 'null: never; left out: as it is',
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
          { description: 'instead of `price`, where a form has a field for each type' },
        ),
      ),
      version: Type.Optional(Version),
    }),
    replies: { 200: PricingStrategy },
    refusals: [403, 409],
    form: {
      // A price for each episode, and what stands above them.
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
