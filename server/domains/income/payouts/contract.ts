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
  amount: Dollars('whole balance at the time of the request'),
  state: OneOf(STATES),
  requested_at: Moment,
  due_at: Type.String({ format: 'date-time', description: 'latest payment time, 30 days after the request' }),
  form: Nullable(
    Type.Object(
      { kind: Type.String(), asked_at: Moment, received: Type.Boolean() },
      { description: 'tax form required before the approval' },
    ),
  ),
  approved_at: Nullable(Moment),
  closed_at: Nullable(Type.String({ format: 'date-time', description: 'when paid, rejected or called off' })),
  reference: Nullable(Type.String({ description: 'reference of the transfer, once it is paid' })),
  reason: Nullable(Type.String({ description: 'why the payout was rejected' })),
  guardian_name: Nullable(Type.String({ description: 'guardian who is paid for someone under 18' })),
  destination: Type.Object({ last_four: Type.String(), country: Type.String() }),
});

export const OwnPayouts = Type.Object({
  balance: Dollars('can be paid out; negative when a correction took back more than that'),
  exact_balance: Type.String({ description: 'balance including fractions of a cent, six decimals' }),
  threshold: Dollars('minimum balance for a payout'),
  problem: Nullable(
    Type.String({ description: 'code of the error that a request would return now; null if none' }),
  ),
  payouts: Type.Array(Payout, { description: 'last 100 payouts, newest first' }),
});

export const DestinationReply = Type.Object({
  holder: Type.String(),
  guardian: Type.Boolean({ description: 'whether the holder is the parent or guardian' }),
  country: Type.String(),
  last_four: Type.String({ description: 'last four characters of the account number; nobody sees the rest' }),
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
    OneOf(HOLDS, 'why an open payout is not approved and in no file for the bank; null: not held'),
  ),
  holder: Nullable(Type.String({ description: 'holder of the account; null once erased or taken back' })),
  new_destination_at: Nullable(
    Type.String({ format: 'date-time', description: 'when a new destination of the owner becomes valid' }),
  ),
  balance: Dollars('current balance of the owner; may be negative after a correction'),
  taken_at: Nullable(
    Type.String({ format: 'date-time', description: 'when it was last put into a file for the bank' }),
  ),
  taken_by: Nullable(Type.Object({ id: Id, display_name: Nullable(Type.String()) })),
  days_left: Type.Integer({ description: 'days until the payout is due; negative when overdue' }),
});

const money = { tag: 'Payouts', access: 'user', fresh: 'console' } as const;
const house = { tag: 'Administration', access: 'administrator' } as const;
const FRESH = 'The call requires a sign-in or a proof (POST /auth/fresh) within the last 15 minutes.';
const text = (most: number, description: string) => Type.Optional(RequiredText(most, description));

export const payoutsContract = defineContract({
  'GET /user/payouts': {
    tag: 'Payouts',
    summary: "List the user's payouts, and whether they can request one",
    access: 'user',
    replies: { 200: OwnPayouts },
  },
  'POST /user/payouts': {
    ...money,
    summary: 'Request a payout of the whole balance',
    description: `The balance must be at least $100.00. Only one payout may be open at a time. It goes to the current destination. ${FRESH}`,
    headers: IdempotencyKey,
    body: Type.Object({
      amount: Type.Optional(
        Type.String({
          maxLength: 20,
          description:
            'balance as shown to the user, such as "212.40"; 409 `balance_changed` when the balance differs',
        }),
      ),
    }),
    replies: { 201: Type.Object({ payout: Payout, ...Message.properties }) },
    refusals: [403, 409, 429],
    form: {},
  },
  'DELETE /user/payouts/:id': {
    ...money,
    summary: 'Call off a payout before its approval',
    description: `The money returns to the balance at once. ${FRESH}`,
    params: IdParams,
    headers: IdempotencyKey,
    replies: { 200: Type.Object({ payout: Payout, ...Message.properties }) },
    refusals: [403, 409, 429],
    form: {},
  },
  'GET /user/payout_destination': {
    tag: 'Payouts',
    summary: "Get the destination of the user's payouts",
    access: 'user',
    replies: { 200: Destinations },
  },
  'PUT /user/payout_destination': {
    ...money,
    summary: 'Set the bank account for payouts',
    description: `The first destination is valid at once. Later ones become valid after three days. A mail notifies the owner, also at former addresses, and contains a link to take the destination back. A payout that was already requested keeps its destination. ${FRESH}`,
    body: Type.Object({
      holder: RequiredText(HOLDER_MAX_LENGTH, 'name as the bank knows it, at most 70 characters'),
      country: Type.String({ maxLength: 2, description: 'country of the bank, ISO 3166-1 alpha-2' }),
      iban: Type.Optional(Type.String({ maxLength: 50, description: 'IBAN; spaces are ignored' })),
      account: Type.Optional(
        Type.String({ maxLength: 50, description: 'account number, if the account has no IBAN' }),
      ),
      routing: Type.Optional(
        Type.String({
          maxLength: 50,
          description:
            'routing number or code of the bank (US: ABA, 9 digits); for an IBAN outside SEPA, its BIC',
        }),
      ),
      guardian: Type.Optional(
        Type.Boolean({ description: 'whether the holder is the parent or guardian; required under 18' }),
      ),
    }),
    replies: { 200: Type.Object({ ...Destinations.properties, ...Message.properties }) },
    refusals: [403, 409, 429],
    form: {},
  },
  'DELETE /user/payout_destination': {
    ...money,
    summary: 'Withdraw the waiting destination',
    description: FRESH,
    replies: { 200: Type.Object({ ...Destinations.properties, ...Message.properties }) },
    refusals: [403, 409, 429],
    form: {},
  },
  'POST /payout_destination_notices': {
    tag: 'Payouts',
    summary: 'Report a new destination that the account owner did not set',
    description:
      'The call requires the token from the mail, which is valid for 14 days. It removes the destination, calls off payouts requested to it, and ends all sessions of the account.',
    access: 'anyone',
    body: Type.Object({ token: Type.String({ maxLength: 200 }) }),
    replies: { 200: Message },
    refusals: [429],
    form: {},
  },
  'POST /user/tax_forms': {
    ...money,
    summary: 'Upload the tax form that an administrator requested',
    description: `The file is a PDF of at most 10 MB. Its type is detected from its content. Only administrators can open it, and each access is logged. ${FRESH}`,
    multipart: {
      fields: Type.Object({ file: Type.String({ format: 'binary', description: 'PDF, at most 10 MB' }) }),
    },
    replies: { 201: Message },
    refusals: [400, 403, 409, 413, 415, 422, 429],
    form: {},
  },
  'GET /admin/payouts': {
    ...house,
    summary: 'List payouts in a state, earliest due date first',
    query: Type.Object({ state: Type.Optional(OneOf(STATES, 'default: `requested`')), ...PageQuery }),
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
    summary: 'Export payouts as a file for the bank',
    description:
      'The default state is `approved`. `csv` has at most 10,000 lines, and spreadsheet programs do not run any of its cells as formulas. It contains full account numbers only for approved payouts. `pain001` is a credit transfer (ISO 20022 pain.001.001.09) of the approved payouts. For held payouts (`held`), `csv` contains no account number, and `pain001` leaves them out. Each file is logged. The call returns 409 `debtor_unknown` when no account to pay from is configured.',
    query: Type.Object({ format: OneOf(['csv', 'pain001']), state: Type.Optional(OneOf(STATES)) }),
    replies: { 200: Type.String() },
    media: ['text/csv', 'application/xml'],
    refusals: [409],
  },
  'POST /admin/payouts/approve': {
    ...house,
    summary: 'Approve several payouts',
    description:
      'Each payout is approved separately. The reply lists refused payouts with their error codes.',
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
      'A requested payout can be approved or rejected, an approved one paid or rejected. The money of a rejected payout returns to the balance. The owner is notified and can read reference and reason. Repeating the same decision by the same administrator changes nothing. The call returns 409 `form_missing`, `balance_below_zero`, `payout_account_locked`, `destination_taken_back`, `payout_own` or `payout_moved_on`.',
    params: IdParams,
    headers: IdempotencyKey,
    body: Type.Object({
      state: OneOf(['approved', 'paid', 'rejected']),
      reference: text(REFERENCE_MAX_LENGTH, 'reference of the transfer; required for `paid`'),
      paid_on: Type.Optional(
        Type.String({
          maxLength: 10,
          description:
            'day of the transfer in UTC, from the day of the request to today; default: today; for `paid`',
        }),
      ),
      reason: text(REJECTION_REASON_MAX_LENGTH, 'required for `rejected`; the owner can read it'),
      seen: Seen,
    }),
    replies: { 200: Type.Object({ payout: AdminPayout, ...Message.properties }) },
    members: { 409: HappenedMember },
    form: {},
  },
  'POST /admin/payouts/:id/form_request': {
    ...house,
    summary: 'Request a tax form',
    description: 'The payout must not be approved yet. Its approval then waits for the form.',
    params: IdParams,
    headers: IdempotencyKey,
    body: Type.Object({ kind: OneOf(FORM_KINDS) }),
    replies: { 200: Type.Object({ payout: AdminPayout, ...Message.properties }) },
    members: { 409: HappenedMember },
    form: {},
  },
  'GET /admin/payouts/:id/form': {
    ...house,
    summary: 'Download the tax form of a payout',
    description: 'Each access is logged.',
    params: IdParams,
    replies: { 200: Type.String({ format: 'binary' }) },
    media: ['application/pdf'],
  },
});
