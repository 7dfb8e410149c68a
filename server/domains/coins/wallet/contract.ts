import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { IdempotencyKey, KEY_FORM } from '../../../lib/idempotency.ts';
import {
  Id,
  Message,
  Moment,
  Nullable,
  OneOf,
  PageQuery,
  PageReply,
  RequiredText,
} from '../../../lib/schemas.ts';
import { STORES } from '../purchases/rules.ts';
import { COIN_DEEDS, ENTRY_FILTERS, GRANT_MAX_COINS, GRANT_REASON_MAX_LENGTH } from './rules.ts';

const Balance = Type.Integer({ minimum: 0, description: 'coins' });

export const WalletEntry = Type.Object({
  id: Id,
  kind: OneOf(
    COIN_DEEDS,
    '`grant`: given by an administrator; `return`: an unlocked episode was deleted or blocked; `refund`: a store paid a purchase back; `debt`: what was lacking then',
  ),
  coins: Type.Integer({ description: 'negative when they were spent' }),
  balance_after: Balance,
  created_at: Moment,
  reason: Nullable(Type.String({ description: 'of a grant' })),
  store: Nullable(
    Type.Object(
      {
        provider: OneOf(STORES),
        reference: Nullable(Type.String({ description: 'of the bill, shortened' })),
      },
      { description: 'of what was bought, or paid back' },
    ),
  ),
  episode: Nullable(
    Type.Object(
      {
        id: Id,
        number: Type.Integer(),
        title: Type.String(),
        kept: Type.Boolean({ description: 'unpublished; it is kept for whoever paid' }),
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

export const AdminWallet = Type.Object({
  user: Type.Object({ id: Id, display_name: Type.String() }),
  balance: Balance,
  debt: Type.Integer({ minimum: 0, description: 'coins that the next ones pay' }),
  entries: Type.Array(WalletEntry, { description: 'the last 20, newest first' }),
  granted_today: Type.Integer({ description: 'coins that the viewer granted today (UTC), to all wallets' }),
});

export const walletContract = defineContract({
  'GET /wallet': {
    tag: 'Coins',
    summary: 'Get the balance of the own wallet',
    access: 'user',
    replies: {
      200: Type.Object({
        balance: Balance,
        debt: Type.Integer({
          minimum: 0,
          description:
            'coins of purchases that a store paid back after they were spent; the next coins pay it',
        }),
      }),
    },
  },
  'GET /wallet/entries': {
    tag: 'Coins',
    summary: 'List what came into the own wallet and went out of it',
    description: 'Newest first.',
    access: 'user',
    query: Type.Object({ ...PageQuery, filter: Type.Optional(OneOf(ENTRY_FILTERS)) }),
    replies: { 200: Type.Object({ entries: Type.Array(WalletEntry), ...PageReply }) },
  },
  'GET /wallet/entries/export': {
    tag: 'Coins',
    summary: 'Get all entries of the own wallet as a file',
    description:
      'Comma-separated values (RFC 4180, UTF-8), newest first, at most 10,000 entries. It begins with a byte order mark for spreadsheet programs.',
    access: 'user',
    replies: { 200: Type.String() },
    media: ['text/csv'],
  },
  'GET /admin/wallets/:user_id': {
    tag: 'Administration',
    summary: 'Get the wallet of a user',
    access: 'administrator',
    params: Type.Object({ user_id: Id }),
    replies: { 200: Type.Object({ wallet: AdminWallet }) },
  },
  'POST /admin/wallets/:user_id/grants': {
    tag: 'Administration',
    summary: 'Grant coins to a user',
    description:
      'The entry names the administrator, who may grant 100,000 coins a day (422 `grants_spent`). A second grant under the same `Idempotency-Key` grants nothing.',
    access: 'administrator',
    params: Type.Object({ user_id: Id }),
    headers: IdempotencyKey,
    body: Type.Object({
      coins: Type.Integer({ minimum: 1, maximum: GRANT_MAX_COINS }),
      reason: RequiredText(
        GRANT_REASON_MAX_LENGTH,
        'at most 200 characters; the owner of the wallet reads it',
      ),
      key: Type.Optional(
        Type.String({
          ...KEY_FORM,
          description: 'says the same as `Idempotency-Key`, for forms, which send no headers of their own',
        }),
      ),
    }),
    replies: { 201: Type.Object({ balance: Balance, ...Message.properties }) },
    form: {},
  },
});
