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
      'The price is the one that the reader has seen. Asking again pays nothing. Refused with 409 `price_changed` when it costs something else by now, `episode_free` when nothing, `episode_own` for its team and administrators; with 422 `not_enough_coins` when the wallet holds too little.',
    access: 'user',
    params: IdParams,
    headers: IdempotencyKey,
    body: Type.Object({
      price: Type.Integer({ minimum: 1, maximum: PRICE_MAX_COINS, description: 'coins, as it was shown' }),
    }),
    replies: {
      200: Type.Object({
        unlocked: Type.Literal(true),
        balance: Type.Integer({ description: 'coins that are left' }),
        message: Type.String(),
      }),
    },
    refusals: [451],
    members: {
      409: { price: Type.Optional(Type.Integer({ description: 'the price of now, with `price_changed`' })) },
      422: {
        price: Type.Optional(Type.Integer({ description: 'with `not_enough_coins`' })),
        balance: Type.Optional(Type.Integer({ description: 'with `not_enough_coins`' })),
        debt: Type.Optional(
          Type.Integer({ description: 'with `not_enough_coins`: what the next coins settle first' }),
        ),
      },
    },
    form: {},
  },
});
