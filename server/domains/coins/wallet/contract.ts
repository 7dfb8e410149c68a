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
import { COIN_ACTIONS, ENTRY_FILTERS, GRANT_MAX_COINS, GRANT_REASON_MAX_LENGTH } from './rules.ts';

const Balance = Type.Integer({ minimum: 0, description: 'coins' });

export const WalletEntry = Type.Object({
  id: Id,
  kind: OneOf(
    COIN_ACTIONS,
    '`grant`: given by an administrator; `return`: an unlocked episode was deleted or blocked; `refund`: a store refunded a purchase; `debt`: payment of coins that were missing at the refund',
  ),
  coins: Type.Integer({ description: 'number of coins, negative when spent' }),
  balance_after: Balance,
  created_at: Moment,
  reason: Nullable(Type.String({ description: 'reason of a grant' })),
  store: Nullable(
    Type.Object(
      {
        provider: OneOf(STORES),
        reference: Nullable(Type.String({ description: 'shortened number of the bill' })),
      },
      { description: 'store of a purchase or refund' },
    ),
  ),
  episode: Nullable(
    Type.Object(
      {
        id: Id,
        number: Type.Integer(),
        title: Type.String(),
        kept: Type.Boolean({ description: 'unpublished, but kept for readers who paid' }),
        story: Type.Object({
          slug: Type.String(),
          title: Type.String(),
          language: Type.String(),
          mini_thumbnail_url: Nullable(Type.String()),
        }),
      },
      { description: 'null when the episode is no longer shown' },
    ),
  ),
});

export const AdminWallet = Type.Object({
  user: Type.Object({ id: Id, display_name: Type.String() }),
  balance: Balance,
  debt: Type.Integer({ minimum: 0, description: 'coins owed, which the next coins pay' }),
  entries: Type.Array(WalletEntry, { description: 'the last 20, newest first' }),
  granted_today: Type.Integer({ description: 'coins that the viewer granted today (UTC), to all wallets' }),
});

export const walletContract = defineContract({
  'GET /wallet': {
    tag: 'Coins',
    summary: "Get the balance of the user's wallet",
    access: 'user',
    replies: {
      200: Type.Object({
        balance: Balance,
        debt: Type.Integer({
          minimum: 0,
          description: 'spent coins of purchases that a store refunded; the next coins pay this debt',
        }),
      }),
    },
  },
  'GET /wallet/entries': {
    tag: 'Coins',
    summary: "List incoming and outgoing coins of the user's wallet",
    description: 'The newest entry comes first.',
    access: 'user',
    query: Type.Object({ ...PageQuery, filter: Type.Optional(OneOf(ENTRY_FILTERS)) }),
    replies: { 200: Type.Object({ entries: Type.Array(WalletEntry), ...PageReply }) },
  },
  'GET /wallet/entries/export': {
    tag: 'Coins',
    summary: "Get all entries of the user's wallet as a file",
    description:
      'The file contains comma-separated values (RFC 4180, UTF-8): at most 10,000 entries, newest first. It begins with a byte order mark for spreadsheet programs.',
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
      'The entry names the administrator. An administrator may grant at most 100,000 coins per day, else 422 `grants_spent`. A second grant with the same `Idempotency-Key` grants nothing.',
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
          description: 'same as `Idempotency-Key`, for forms, which cannot send this header',
        }),
      ),
    }),
    replies: { 201: Type.Object({ balance: Balance, ...Message.properties }) },
    form: {},
  },
});
