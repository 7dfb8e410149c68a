import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { IdempotencyKey } from '../../../lib/idempotency.ts';
import {
  Id,
  IdParams,
  Message,
  Moment,
  Nullable,
  OneOf,
  PageQuery,
  PageReply,
  RequiredText,
} from '../../../lib/schemas.ts';
import { HappenedMember, Seen, Version } from '../../platform/audit/contract-seen.ts';
import {
  APPROVED_AT_ONCE_MAX_COUNT,
  FORM_KINDS,
  HOLDER_MAX_LENGTH,
  HOLDS,
  REFERENCE_MAX_LENGTH,
  REJECTION_REASON_MAX_LENGTH,
} from './rules.ts';

const STATES = ['requested', 'approved', 'paid', 'rejected', 'called_off'] as const;
const Dollars = (description: string) => Type.String({ description: `US dollars, "12.34": ${description}` });

export const Payout = Type.Object({
  id: Id,
  amount: Dollars('the whole balance when it was asked for'),
  state: OneOf(STATES),
  requested_at: Moment,
  due_at: Type.String({ format: 'date-time', description: 'paid at the latest, 30 days after the request' }),
  form: Nullable(
    Type.Object(
      { kind: Type.String(), asked_at: Moment, received: Type.Boolean() },
      { description: 'tax form that is needed before the approval' },
    ),
  ),
  approved_at: Nullable(Moment),
  closed_at: Nullable(Type.String({ format: 'date-time', description: 'paid, rejected or called off' })),
  reference: Nullable(Type.String({ description: 'of the transfer, once it is paid' })),
  reason: Nullable(Type.String({ description: 'why it was rejected' })),
  guardian_name: Nullable(Type.String({ description: 'of the guardian who is paid for somebody under 18' })),
  destination: Type.Object({ last_four: Type.String(), country: Type.String() }),
});

export const OwnPayouts = Type.Object({
  balance: Dollars('what can be paid out; below zero when a correction took back more than there was'),
  exact_balance: Type.String({ description: 'the balance with what is less than a cent, six decimals' }),
  threshold: Dollars('smallest balance that allows a payout'),
  problem: Nullable(
    Type.String({ description: 'code of the refusal that a request would meet now; null: none' }),
  ),
  payouts: Type.Array(Payout, { description: 'newest first, the last 100' }),
});

export const DestinationReply = Type.Object({
  holder: Type.String(),
  guardian: Type.Boolean({ description: 'the holder is the parent or guardian' }),
  country: Type.String(),
  last_four: Type.String({ description: 'of the account; nobody is told more of it' }),
  valid_from: Moment,
});
const Destinations = Type.Object({
  current: Nullable(DestinationReply),
  waiting: Nullable(DestinationReply),
});

export const AdminPayout = Type.Object({
  ...Payout.properties,
  version: Version,
  user: Type.Object({ id: Id, display_name: Nullable(Type.String()) }),
  held: Nullable(
    OneOf(HOLDS, 'why an open payout is not approved and stands in no file for the bank; null: nothing'),
  ),
  holder: Nullable(Type.String({ description: 'of the account; null once it is forgotten or taken back' })),
  new_destination_at: Nullable(
    Type.String({ format: 'date-time', description: 'a new destination of its owner takes over then' }),
  ),
  balance: Dollars('of its owner now; below zero after a correction'),
  taken_at: Nullable(
    Type.String({ format: 'date-time', description: 'last time it was put into a file for the bank' }),
  ),
  taken_by: Nullable(Type.Object({ id: Id, display_name: Nullable(Type.String()) })),
  days_left: Type.Integer({ description: 'until it is due; below zero when it is late' }),
});

const money = { tag: 'Payouts', access: 'user', fresh: 'console' } as const;
const house = { tag: 'Administration', access: 'administrator' } as const;
const FRESH = 'Needs a sign-in or a proof (POST /auth/fresh) of the last 15 minutes.';
const text = (most: number, description: string) => Type.Optional(RequiredText(most, description));

export const payoutsContract = defineContract({
  'GET /user/payouts': {
    tag: 'Payouts',
    summary: 'List own payouts, and tell whether one can be asked for',
    access: 'user',
    replies: { 200: OwnPayouts },
  },
  'POST /user/payouts': {
    ...money,
    summary: 'Ask for the whole balance',
    description: `From $100.00, one at a time, to the present destination. ${FRESH}`,
    headers: IdempotencyKey,
    body: Type.Object({
      amount: Type.Optional(
        Type.String({
          maxLength: 20,
          description: 'the balance as it was shown, "212.40"; 409 `balance_changed` when it is another one',
        }),
      ),
    }),
    replies: { 201: Type.Object({ payout: Payout, ...Message.properties }) },
    refusals: [403, 409, 429],
    form: {},
  },
  'DELETE /user/payouts/:id': {
    ...money,
    summary: 'Call a payout off before it is approved',
    description: `The money is back in the balance at once. ${FRESH}`,
    params: IdParams,
    headers: IdempotencyKey,
    replies: { 200: Type.Object({ payout: Payout, ...Message.properties }) },
    refusals: [403, 409, 429],
    form: {},
  },
  'GET /user/payout_destination': {
    tag: 'Payouts',
    summary: 'Get where own payouts go',
    access: 'user',
    replies: { 200: Destinations },
  },
  'PUT /user/payout_destination': {
    ...money,
    summary: 'Name the account that payouts go to',
    description: `The first one is valid at once, each later one takes over after three days. A mail tells its owner, at former addresses too, and holds a link to take it back. A payout that was asked for goes where it was to go. ${FRESH}`,
    body: Type.Object({
      holder: RequiredText(HOLDER_MAX_LENGTH, 'at most 70 characters, as the bank knows the name'),
      country: Type.String({ maxLength: 2, description: 'ISO 3166-1 alpha-2, of the bank' }),
      iban: Type.Optional(Type.String({ maxLength: 50, description: 'spaces are left out' })),
      account: Type.Optional(
        Type.String({ maxLength: 50, description: 'number of an account without IBAN' }),
      ),
      routing: Type.Optional(
        Type.String({
          maxLength: 50,
          description:
            'routing number or code of its bank (US: ABA, 9 digits); its BIC with an IBAN outside the SEPA',
        }),
      ),
      guardian: Type.Optional(
        Type.Boolean({ description: 'the holder is the parent or guardian; needed under 18' }),
      ),
    }),
    replies: { 200: Type.Object({ ...Destinations.properties, ...Message.properties }) },
    refusals: [403, 409, 429],
    form: {},
  },
  'DELETE /user/payout_destination': {
    ...money,
    summary: 'Take back the destination that waits',
    description: FRESH,
    replies: { 200: Type.Object({ ...Destinations.properties, ...Message.properties }) },
    refusals: [403, 409, 429],
    form: {},
  },
  'POST /payout_destination_notices': {
    tag: 'Payouts',
    summary: 'Say that a new destination was not named by the owner of the account',
    description:
      'With the token of the mail, for 14 days. The destination is gone, what was asked to go there is called off, and everybody is signed out.',
    access: 'anyone',
    body: Type.Object({ token: Type.String({ maxLength: 200 }) }),
    replies: { 200: Message },
    refusals: [429],
    form: {},
  },
  'POST /user/tax_forms': {
    ...money,
    summary: 'Hand in the tax form that an administrator asked for',
    description: `A PDF of at most 10 MB, judged by its content. Only administrators open it, and each look is logged. ${FRESH}`,
    multipart: {
      fields: Type.Object({ file: Type.String({ format: 'binary', description: 'PDF, at most 10 MB' }) }),
    },
    replies: { 201: Message },
    refusals: [400, 403, 409, 413, 415, 422, 429],
    form: {},
  },
  'GET /admin/payouts': {
    ...house,
    summary: 'List payouts of a state, the first due first',
    query: Type.Object({ state: Type.Optional(OneOf(STATES, 'by default `requested`')), ...PageQuery }),
    replies: {
      200: Type.Object({
        payouts: Type.Array(AdminPayout),
        counts: Type.Object(Object.fromEntries(STATES.map((state) => [state, Type.Integer()]))),
        ...PageReply,
      }),
    },
  },
  'GET /admin/payouts/export': {
    ...house,
    summary: 'Get payouts as a file for the bank',
    description:
      'Approved ones unless told. `csv`: at most 10,000 lines, which no spreadsheet program runs; whole numbers of accounts stand in that of the approved ones alone. `pain001`: a credit transfer (ISO 20022 pain.001.001.09) of the approved ones. What is held (`held`) has no number of an account in one, and is not in the other. Each file is noted in the log. 409 `debtor_unknown` where the house has not set the account that it pays from.',
    query: Type.Object({ format: OneOf(['csv', 'pain001']), state: Type.Optional(OneOf(STATES)) }),
    replies: { 200: Type.String() },
    media: ['text/csv', 'application/xml'],
    refusals: [409],
  },
  'POST /admin/payouts/approve': {
    ...house,
    summary: 'Approve many payouts',
    description: 'Each by itself; what is refused is told with its code.',
    headers: IdempotencyKey,
    body: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: APPROVED_AT_ONCE_MAX_COUNT }) }),
    replies: {
      200: Type.Object({
        approved: Type.Array(Id),
        refused: Type.Array(Type.Object({ id: Id, code: Type.String() })),
        ...Message.properties,
      }),
    },
    refusals: [409],
    form: {},
  },
  'PATCH /admin/payouts/:id': {
    ...house,
    summary: 'Approve a payout, mark it as paid, or reject it',
    description:
      'A requested one is approved or rejected, an approved one paid or rejected; what is rejected goes back to the balance. Its owner is told, and reads reference and reason. The same decision once more by whoever took it changes nothing. 409 `form_missing`, `balance_below_zero`, `payout_account_locked`, `destination_taken_back`, `payout_own`, `payout_moved_on`.',
    params: IdParams,
    headers: IdempotencyKey,
    body: Type.Object({
      state: OneOf(['approved', 'paid', 'rejected']),
      reference: text(REFERENCE_MAX_LENGTH, 'of the transfer; needed for `paid`'),
      paid_on: Type.Optional(
        Type.String({
          maxLength: 10,
          description: 'day of the transfer in UTC, from the request to today, by default today; for `paid`',
        }),
      ),
      reason: text(REJECTION_REASON_MAX_LENGTH, 'needed for `rejected`; its owner reads it'),
      seen: Seen,
    }),
    replies: { 200: Type.Object({ payout: AdminPayout, ...Message.properties }) },
    members: { 409: HappenedMember },
    form: {},
  },
  'POST /admin/payouts/:id/form_request': {
    ...house,
    summary: 'Ask for a tax form',
    description: 'Before the approval, which waits for it from then on.',
    params: IdParams,
    headers: IdempotencyKey,
    body: Type.Object({ kind: OneOf(FORM_KINDS) }),
    replies: { 200: Type.Object({ payout: AdminPayout, ...Message.properties }) },
    members: { 409: HappenedMember },
    form: {},
  },
  'GET /admin/payouts/:id/form': {
    ...house,
    summary: 'Open the tax form of a payout',
    description: 'Each look is noted in the log.',
    params: IdParams,
    replies: { 200: Type.String({ format: 'binary' }) },
    media: ['application/pdf'],
  },
});
