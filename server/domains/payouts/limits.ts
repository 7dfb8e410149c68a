import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/durations.ts';
import type { Limit } from '../../limits/attempts.ts';
import type { DeedLimits } from '../../limits/deeds.ts';

/** Of all that somebody does to be paid: a few times a month. */
export const payoutLimits = {
  minute: { name: 'payout', most: 10, mostPerAddress: 40, windowMs: MINUTE_MS },
  day: { name: 'payout-daily', most: 40, mostPerAddress: 200, windowMs: DAY_MS },
  minuteNew: { name: 'payout-new', most: 5, mostPerAddress: 40, windowMs: MINUTE_MS },
  dayNew: { name: 'payout-new-daily', most: 20, mostPerAddress: 100, windowMs: DAY_MS },
} as const satisfies DeedLimits;

/** Of links in mails. */
export const DISOWN_LIMIT: Limit = { name: 'payout-disown', most: 30, windowMs: HOUR_MS };
