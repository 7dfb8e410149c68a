import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { IdempotencyKey } from '../../../lib/idempotency.ts';
import { Message, OneOf } from '../../../lib/schemas.ts';
import { RECEIPT_MAX_LENGTH, STORE_REFUSALS, STORES } from './rules.ts';

const Coins = Type.Integer({ minimum: 1, description: 'coins from the purchase' });
const Balance = Type.Integer({ minimum: 0, description: 'coins in the wallet now' });
const REFUSALS = STORE_REFUSALS.map((code) => `\`${code}\``).join(', ');
const NOTICE_MAX_BYTES = 128 * 1024;

export const purchasesContract = defineContract({
  'POST /wallet/purchases': {
    tag: 'Coins',
    summary: 'Submit a receipt of a store',
    description: `This call is for the mobile app. The receipt is a signed transaction (JWS) of the App Store or the JSON of a Google Play purchase. The app passes the account id to the store as \`appAccountToken\` or \`obfuscatedAccountId\`. The call refuses receipts with 422 ${REFUSALS}. A resent receipt gets the same answer and adds no coins. After 503 \`store_away\`, nothing is lost: send the receipt again.`,
    access: 'user',
    headers: IdempotencyKey,
    body: Type.Object({
      provider: OneOf(STORES),
      receipt: Type.String({ minLength: 1, maxLength: RECEIPT_MAX_LENGTH }),
    }),
    replies: { 201: Type.Object({ coins: Coins, balance: Balance, ...Message.properties }) },
    refusals: [429],
  },
  'POST /wallet/store_notifications/app_store': {
    tag: 'For machines',
    summary: 'Receive a notification from the App Store',
    description: 'The App Store sends Server Notifications, version 2. A refund takes the coins back.',
    access: 'anyone',
    crossSite: true,
    bodyLimitBytes: NOTICE_MAX_BYTES,
    body: Type.Object({ signedPayload: Type.String({ minLength: 1, maxLength: 100_000 }) }),
    replies: { 204: null },
  },
  'POST /wallet/store_notifications/google_play': {
    tag: 'For machines',
    summary: 'Receive a notification from Google Play',
    description:
      'Pub/Sub pushes real-time developer notifications, with its OpenID token. A voided purchase takes the coins back.',
    access: 'anyone',
    crossSite: true,
    bodyLimitBytes: NOTICE_MAX_BYTES,
    headers: Type.Object({ Authorization: Type.Optional(Type.String({ maxLength: 10_000 })) }),
    body: Type.Object({ message: Type.Object({ data: Type.String({ maxLength: 20_000 }) }) }),
    replies: { 204: null },
  },
});
