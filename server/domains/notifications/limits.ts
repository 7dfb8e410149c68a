import { HOUR_MS } from '../../lib/durations.ts';
import type { Limit } from '../../limits/attempts.ts';

export const notificationLimits = {
  device: { name: 'push-device', most: 30, windowMs: HOUR_MS },
} as const satisfies Record<string, Limit>;
