import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { IdempotencyKey } from '../../../lib/idempotency.ts';
import { Message, OneOf } from '../../../lib/schemas.ts';
import { RECEIPT_MAX_LENGTH, STORE_REFUSALS, STORES } from './rules.ts';

const Coins = Type.Integer({ minimum: 1, description: 'coins that the purchase brought' });
const Balance = Type.Integer({ minimum: 0, description: 'coins that are there now' });
const REFUSALS = STORE_REFUSALS.map((code) => `\`${code}\``).join(', ');
const NOTICE_MAX_BYTES = 128 * 1024;

export const purchasesContract = defineContract({
  'POST /wallet/purchases': {
    tag: 'Coins',
    summary: 'Hand in a receipt of a store',
    description: `For the mobile app. The receipt is a signed transaction (JWS) of the App Store, or the JSON of a purchase of Google Play. The app names the account to the store: its id as \`appAccountToken\` or \`obfuscatedAccountId\`. Refused with 422 ${REFUSALS}. A receipt that was handed in before is answered as the first time and brings nothing more. With 503 \`store_away\` nothing is lost: send it again.`,
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
    summary: 'Hear from the App Store',
    description: 'App Store Server Notifications, version 2. A refund takes coins back.',
    access: 'anyone',
    crossSite: true,
    bodyLimitBytes: NOTICE_MAX_BYTES,
    body: Type.Object({ signedPayload: Type.String({ minLength: 1, maxLength: 100_000 }) }),
    replies: { 204: null },
  },
  'POST /wallet/store_notifications/google_play': {
    tag: 'For machines',
    summary: 'Hear from Google Play',
    description:
      'Real-time developer notifications as Pub/Sub pushes them, with its OpenID token. A purchase that was voided takes coins back.',
    access: 'anyone',
    crossSite: true,
    bodyLimitBytes: NOTICE_MAX_BYTES,
    headers: Type.Object({ Authorization: Type.Optional(Type.String({ maxLength: 10_000 })) }),
    body: Type.Object({ message: Type.Object({ data: Type.String({ maxLength: 20_000 }) }) }),
    replies: { 204: null },
  },
});
