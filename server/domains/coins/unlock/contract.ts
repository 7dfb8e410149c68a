import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { IdempotencyKey } from '../../../lib/idempotency.ts';
import { IdParams } from '../../../lib/schemas.ts';
import { PRICE_MAX_COINS } from '../../publishing/pricing/rules.ts';

export const unlockContract = defineContract({
  'POST /episodes/:id/unlock': {
    tag: 'Coins',
    summary: 'Unlock a premium episode',
    description:
      'Send the price that the reader has seen. Repeating the call costs nothing. A changed price gets 409 `price_changed`, and a free episode gets 409 `episode_free`. The team of the episode and administrators get 409 `episode_own`. A wallet with too few coins gets 422 `not_enough_coins`.',
    access: 'user',
    params: IdParams,
    headers: IdempotencyKey,
    body: Type.Object({
      price: Type.Integer({
        minimum: 1,
        maximum: PRICE_MAX_COINS,
        description: 'coins, as shown to the reader',
      }),
    }),
    replies: {
      200: Type.Object({
        unlocked: Type.Literal(true),
        balance: Type.Integer({ description: 'remaining coins' }),
        message: Type.String(),
      }),
    },
    refusals: [451],
    members: {
      409: { price: Type.Optional(Type.Integer({ description: 'present price, with `price_changed`' })) },
      422: {
        price: Type.Optional(Type.Integer({ description: 'with `not_enough_coins`' })),
        balance: Type.Optional(Type.Integer({ description: 'with `not_enough_coins`' })),
        debt: Type.Optional(
          Type.Integer({ description: 'with `not_enough_coins`: debt that the next coins pay first' }),
        ),
      },
    },
    form: {},
  },
});
