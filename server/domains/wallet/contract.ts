import Type from 'typebox';
import { defineContract } from '../../lib/contract.ts';
import {
  Id,
  Message,
  Moment,
  Nullable,
  OneOf,
  PageQuery,
  PageReply,
  RequiredText,
} from '../../lib/schemas.ts';
import { COIN_DEEDS, ENTRY_FILTERS, GRANT_MAX_COINS, KEY_MAX_LENGTH, REASON_MAX_LENGTH } from './rules.ts';

const Balance = Type.Integer({ minimum: 0, description: 'coins' });

/** Sent by who may send twice. */
export const IdempotencyKey = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: KEY_MAX_LENGTH,
      pattern: '^[\\x21-\\x7e]+$',
      description: 'chosen by the caller; the same call under the same key happens once',
    }),
  ),
});

export const WalletEntry = Type.Object({
  id: Id,
  kind: OneOf(COIN_DEEDS, '`grant`: given by an administrator; `return`: an unlocked episode was deleted'),
  coins: Type.Integer({ description: 'negative when they were spent' }),
  balance_after: Balance,
  created_at: Moment,
  reason: Nullable(Type.String({ description: 'of a grant' })),
  episode: Nullable(
    Type.Object(
      {
        id: Id,
        number: Type.Integer(),
        title: Type.String(),
        story: Type.Object({
          slug: Type.String(),
          title: Type.String(),
          language: Type.String(),
          mini_thumbnail_url: Nullable(Type.String()),
        }),
      },
      { description: 'null once it is no longer shown' },
    ),
  ),
});

export const walletContract = defineContract({
  'GET /wallet': {
    tag: 'Coins',
    summary: 'Get the balance of the own wallet',
    access: 'user',
    replies: { 200: Type.Object({ balance: Balance }) },
  },
  'GET /wallet/entries': {
    tag: 'Coins',
    summary: 'List what came into the own wallet and went out of it',
    description: 'Newest first.',
    access: 'user',
    query: Type.Object({ ...PageQuery, filter: Type.Optional(OneOf(ENTRY_FILTERS)) }),
    replies: { 200: Type.Object({ entries: Type.Array(WalletEntry), ...PageReply }) },
  },
  'POST /admin/wallets/:user_id/grants': {
    tag: 'Administration',
    summary: 'Grant coins to a user',
    description:
      'The entry names the administrator. A second grant under the same `Idempotency-Key` grants nothing; with other coins or another reason it is refused (409 `idempotency_key_reused`).',
    access: 'administrator',
    params: Type.Object({ user_id: Id }),
    headers: IdempotencyKey,
    body: Type.Object({
      coins: Type.Integer({ minimum: 1, maximum: GRANT_MAX_COINS }),
      reason: RequiredText(REASON_MAX_LENGTH, 'at most 200 characters; the owner of the wallet reads it'),
    }),
    replies: { 201: Type.Object({ balance: Balance, ...Message.properties }) },
    refusals: [409],
  },
});
