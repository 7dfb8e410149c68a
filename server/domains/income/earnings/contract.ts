import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { Id, Moment, Nullable, OneOf, PageQuery, PageReply } from '../../../lib/schemas.ts';
import { PAYOUTS_MAX_COUNT } from './rules.ts';

const Dollars = (description: string) => Type.String({ description: `US dollars, "12.34": ${description}` });

const Exact = (description: string) =>
  Type.String({ description: `US dollars to the micro-dollar, "12.345678": ${description}` });

const RevenueRowReply = Type.Object({
  year: Type.Integer(),
  month: Type.Integer({ description: '1 to 12, in UTC' }),
  ad_impressions: Type.Integer({
    description:
      'advertisements shown in own stories; of a month that was credited, those that were paid for',
  }),
  earnings: Dollars('credited for the month, corrections included; of one story, to the micro-dollar'),
  cumulated_earnings: Dollars('all earnings up to this month'),
  transferred_earnings: Nullable(
    Dollars('paid out in the month; null of one story, since payouts are of everything together'),
  ),
  credited_at: Nullable(Moment),
});

export const Earnings = Type.Object({
  balance: Dollars(
    'earned, neither paid out nor asked for; below zero after a correction, until it is earned again',
  ),
  requested: Dollars('asked for and not yet paid'),
  cumulated: Dollars('all earnings'),
  transferred: Dollars('all payouts'),
  payout_threshold: Dollars('smallest balance that allows a payout'),
  wallet_coins: Type.Integer({ description: 'balance of the wallet, in coins' }),
  payouts: Type.Array(
    Type.Object({
      id: Id,
      amount: Dollars('of the payout'),
      state: OneOf(['requested', 'approved', 'paid', 'rejected', 'called_off']),
      requested_at: Moment,
      due_at: Moment,
      paid_at: Nullable(Moment),
    }),
    { description: `the newest first, at most ${PAYOUTS_MAX_COUNT}` },
  ),
});

export const RevenueMonth = Type.Object({
  period: Type.String({ description: 'YYYY-MM' }),
  share_basis_points: Type.Integer({ description: 'hundredths of a percent, on the last day of the month' }),
  ad_impressions: Type.Integer(),
  net_revenue: Exact('of all lines'),
  share: Exact('sum of the shares of all lines'),
  earnings: Dollars('credited for the month'),
  credits: Type.Array(
    Type.Object({
      id: Id,
      kind: OneOf(['month', 'correction']),
      credited_at: Moment,
      ad_impressions: Type.Integer(),
      net_revenue: Exact('of its lines'),
      share: Exact('sum of the shares of its lines'),
      carried_in: Exact('less than a cent, left over by the credit before'),
      credited: Dollars('whole cents of share and what was carried in'),
      carried_on: Exact('what is left over, less than a cent'),
    }),
    { description: 'the month itself, then its corrections, as they were credited one after the other' },
  ),
  lines: Type.Array(
    Type.Object({
      credit_id: Id,
      kind: OneOf(['month', 'correction']),
      line: Type.Integer({ description: 'of the file that was handed in' }),
      story_id: Id,
      title: Nullable(Type.String({ description: 'null of a story that is gone or with somebody else' })),
      ad_impressions: Type.Integer(),
      net_revenue: Exact('of the line'),
      share_basis_points: Type.Integer(),
      share: Exact('of the line'),
    }),
  ),
  ...PageReply,
});

const MonthParams = Type.Object({ period: Type.String({ maxLength: 20, description: 'YYYY-MM' }) });

export const earningsContract = defineContract({
  'GET /creator/revenue': {
    tag: 'Revenue',
    summary: 'List own revenue by month',
    description:
      'Newest month first, back to the first publication, at most 240; the current month is incomplete. Earnings of a month are credited on the 1st of the next. With `story_id` those of one story. `format=csv` answers a file for spreadsheet programs.',
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
    summary: 'Get how the earnings of a month came about',
    description:
      'Line by line: the month, then its corrections, of each the largest share first. 404 for a month for which nothing was credited.',
    access: 'user',
    params: MonthParams,
    query: Type.Object(PageQuery),
    replies: { 200: RevenueMonth },
  },
  'GET /creator/revenue/:period/statement': {
    tag: 'Revenue',
    summary: 'Download the statement of a month',
    description:
      'A zip: `lines.csv`, `coins.csv` (unlocks and coins spent by story and day, a count and no earning), `inputs.json` (terms of the share, rounding, what is carried in and on, what is credited), `README.txt`, `SHA256SUMS` and `recompute.mjs`, which proves every figure of the others (`node recompute.mjs`).',
    access: 'user',
    params: MonthParams,
    replies: { 200: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) },
    media: ['application/zip'],
  },
  'GET /creator/revenue/recompute': {
    tag: 'Revenue',
    summary: 'Download the script that proves statements',
    description: 'The same that lies in each statement, for Node.js, without dependencies.',
    access: 'anyone',
    replies: { 200: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) },
    media: ['text/javascript'],
  },
  'GET /user/earnings': {
    tag: 'Revenue',
    summary: 'Get own balance, payouts and wallet',
    access: 'user',
    replies: { 200: Earnings },
  },
});
