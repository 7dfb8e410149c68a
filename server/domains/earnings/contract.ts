import Type from 'typebox';
import { defineContract } from '../../lib/contract.ts';
import { Id, Moment, Nullable, OneOf } from '../../lib/schemas.ts';

const Dollars = (description: string) => Type.String({ description: `US dollars, "12.34": ${description}` });

const RevenueRowReply = Type.Object({
  year: Type.Integer(),
  month: Type.Integer({ description: '1 to 12, in UTC' }),
  ad_impressions: Type.Integer({ description: 'advertisements shown in own stories' }),
  earnings: Dollars('credited for the month'),
  cumulated_earnings: Dollars('all earnings up to this month'),
  transferred_earnings: Dollars('paid out in the month'),
});

export const Earnings = Type.Object({
  balance: Dollars('earned and not yet paid out'),
  cumulated: Dollars('all earnings'),
  transferred: Dollars('all payouts'),
  payout_threshold: Dollars('smallest balance that allows a payout'),
  wallet_coins: Type.Integer({ description: 'balance of the wallet, in coins' }),
  payouts: Type.Array(
    Type.Object({
      id: Id,
      amount: Dollars('of the payout'),
      state: OneOf(['requested', 'approved', 'paid', 'rejected']),
      requested_at: Moment,
      due_at: Moment,
      paid_at: Nullable(Moment),
    }),
    { description: 'the newest first' },
  ),
});

export const earningsContract = defineContract({
  'GET /creator/revenue': {
    tag: 'Revenue',
    summary: 'List own revenue by month',
    description:
      'Newest month first, back to the first publication; the current month is incomplete. Earnings of a month are credited on the 1st of the next.',
    access: 'user',
    replies: { 200: Type.Object({ rows: Type.Array(RevenueRowReply) }) },
  },
  'GET /user/earnings': {
    tag: 'Revenue',
    summary: 'Get own balance, payouts and wallet',
    access: 'user',
    replies: { 200: Earnings },
  },
});
