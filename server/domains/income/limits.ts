/** How often somebody may do what this room offers. */

import { actionLimits } from '../../limits/actions.ts';
import { type Limit, perHour } from '../../limits/attempts.ts';

/** Of all that somebody does to be paid: a few times a month. */
export const payoutLimits = actionLimits('payout', {
  minute: [10, 40],
  day: [40, 200],
  minuteNew: [5, 40],
  dayNew: [20, 100],
});

/** Of links in mails. */
export const DISOWN_LIMIT: Limit = perHour('payout-disown', 30);
