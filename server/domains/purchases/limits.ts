import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts';
import type { DeedLimits } from '../../limits/deeds.ts';

/** Of receipts that are handed in; each may ask a store. */
export const purchaseLimits = {
  minute: { name: 'purchase', most: 30, mostPerAddress: 200, windowMs: MINUTE_MS },
  day: { name: 'purchase-daily', most: 300, mostPerAddress: 5_000, windowMs: DAY_MS },
  minuteNew: { name: 'purchase-new', most: 15, mostPerAddress: 100, windowMs: MINUTE_MS },
  dayNew: { name: 'purchase-new-daily', most: 100, mostPerAddress: 1_000, windowMs: DAY_MS },
} as const satisfies DeedLimits;
