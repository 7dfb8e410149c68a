import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { Id, Moment, Nullable, OneOf, PageQuery, PageReply } from '../../../lib/schemas.ts';
import { PAYOUTS_MAX_COUNT } from './rules.ts';

const Dollars = (description: string) => Type.String({ description: `US dollars, "12.34": ${description}` });

const Exact = (description: string) =>
  Type.String({ description: `US dollars to the micro-dollar, "12.345678": ${description}` });

const RevenueRowReply = Type.Object({
  year: Type.Integer(),
  month: Type.Integer({ description: 'month, 1 to 12, in UTC' }),
  ad_impressions: Type.Integer({
    description:
      "number of advertisements shown in the user's stories; in a credited month, only the paid ones",
  }),
  earnings: Dollars('credited for the month, including corrections; to the micro-dollar for one story'),
  cumulated_earnings: Dollars('all earnings up to and including this month'),
  transferred_earnings: Nullable(
    Dollars('paid out in the month; null for one story, because payouts cover all stories together'),
  ),
  credited_at: Nullable(Moment),
});

export const Earnings = Type.Object({
  balance: Dollars(
    'earned, but neither paid out nor requested; may be negative after a correction, until further earnings cover it',
  ),
  requested: Dollars('requested and not yet paid'),
  cumulated: Dollars('all earnings'),
  transferred: Dollars('all payouts'),
  payout_threshold: Dollars('minimum balance for a payout'),
  wallet_coins: Type.Integer({ description: 'balance of the wallet, in coins' }),
  payouts: Type.Array(
    Type.Object({
      id: Id,
      amount: Dollars('amount of the payout'),
      state: OneOf(['requested', 'approved', 'paid', 'rejected', 'called_off']),
      requested_at: Moment,
      due_at: Moment,
      paid_at: Nullable(Moment),
    }),
    { description: `newest first, at most ${PAYOUTS_MAX_COUNT}` },
  ),
});

export const RevenueMonth = Type.Object({
  period: Type.String({ description: 'YYYY-MM' }),
  share_basis_points: Type.Integer({ description: 'hundredths of a percent, on the last day of the month' }),
  ad_impressions: Type.Integer(),
  net_revenue: Exact('net revenue of all lines'),
  share: Exact('sum of the shares of all lines'),
  earnings: Dollars('credited for the month'),
  credits: Type.Array(
    Type.Object({
      id: Id,
      kind: OneOf(['month', 'correction']),
      credited_at: Moment,
      ad_impressions: Type.Integer(),
      net_revenue: Exact('net revenue of its lines'),
      share: Exact('sum of the shares of its lines'),
      carried_in: Exact('remainder of the previous credit, less than a cent'),
      credited: Dollars('whole cents of `share` plus `carried_in`'),
      carried_on: Exact('remainder, less than a cent'),
    }),
    { description: 'credit of the month, then its corrections, in the order they were credited' },
  ),
  lines: Type.Array(
    Type.Object({
      credit_id: Id,
      kind: OneOf(['month', 'correction']),
      line: Type.Integer({ description: 'line number in the uploaded file' }),
      story_id: Id,
      title: Nullable(Type.String({ description: 'null when the story is gone or belongs to someone else' })),
      ad_impressions: Type.Integer(),
      net_revenue: Exact('net revenue of the line'),
      share_basis_points: Type.Integer(),
      share: Exact('share of the line'),
    }),
  ),
  ...PageReply,
});

const MonthParams = Type.Object({ period: Type.String({ maxLength: 20, description: 'YYYY-MM' }) });

export const earningsContract = defineContract({
  'GET /creator/revenue': {
    tag: 'Revenue',
    summary: "List the user's revenue by month",
    description:
      "The list starts with the current month and goes back to the user's first publication, at most 240 months. The current month is incomplete. The earnings of a month are credited on the 1st of the next month. `story_id` limits the list to one story. `format=csv` returns a file for spreadsheet programs.",
    access: 'user',
    query: Type.Object({
      story_id: Type.Optional(Id),
      format: Type.Optional(OneOf(['json', 'csv'])),
    }),
    replies: { 200: Type.Object({ rows: Type.Array(RevenueRowReply) }) },
    media: ['application/json', 'text/csv'],
    refusals: [404],
  },
  'GET /creator/revenue/:period': {
    tag: 'Revenue',
    summary: 'Get the details of the earnings of a month',
    description:
      'The lines of the month come first, then those of its corrections, each sorted by share, largest first. A month without credits returns 404.',
    access: 'user',
    params: MonthParams,
    query: Type.Object(PageQuery),
    replies: { 200: RevenueMonth },
  },
  'GET /creator/revenue/:period/statement': {
    tag: 'Revenue',
    summary: 'Download the statement of a month',
    description:
      'The reply is a zip file. It contains `lines.csv`, `coins.csv`, `inputs.json`, `README.txt`, `SHA256SUMS` and `recompute.mjs`. `coins.csv` counts unlocks and coins spent by story and day, which are not earnings. `inputs.json` holds the terms of the share, rounding, carried remainders and credited amounts. `recompute.mjs` proves every figure in the other files (`node recompute.mjs`).',
    access: 'user',
    params: MonthParams,
    replies: { 200: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) },
    media: ['application/zip'],
  },
  'GET /creator/revenue/recompute': {
    tag: 'Revenue',
    summary: 'Download the script that proves statements',
    description: 'Each statement contains the same script. It runs on Node.js without dependencies.',
    access: 'anyone',
    replies: { 200: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) },
    media: ['text/javascript'],
  },
  'GET /user/earnings': {
    tag: 'Revenue',
    summary: "Get the user's balance, payouts and wallet",
    access: 'user',
    replies: { 200: Earnings },
  },
});
