import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/durations.ts';
import type { Limit } from '../../limits/attempts.ts';
import type { DeedLimits } from '../../limits/deeds.ts';

export const notificationLimits = {
  device: { name: 'push-device', most: 30, windowMs: HOUR_MS },
} as const satisfies Record<string, Limit>;

/** Of all that changes notifications, and the devices that get them, whichever and how. */
export const tidyingLimits = {
  minute: { name: 'notification-tidy', most: 120, mostPerAddress: 1_000, windowMs: MINUTE_MS },
  day: { name: 'notification-tidy-daily', most: 3_000, mostPerAddress: 50_000, windowMs: DAY_MS },
  /** By accounts under a day old. */
  minuteNew: { name: 'notification-tidy-new', most: 60, mostPerAddress: 500, windowMs: MINUTE_MS },
  dayNew: { name: 'notification-tidy-new-daily', most: 600, mostPerAddress: 5_000, windowMs: DAY_MS },
} as const satisfies DeedLimits;
