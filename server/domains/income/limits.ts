import { actionLimits } from '../../limits/actions.ts';
import { type Limit, perHour } from '../../limits/attempts.ts';

/** For all actions around payouts. A few a month are normal. */
export const payoutLimits = actionLimits('payout', {
  minute: [10, 40],
  day: [40, 200],
  minuteNew: [5, 40],
  dayNew: [20, 100],
});

export const DISOWN_LIMIT: Limit = perHour('payout-disown', 30);
