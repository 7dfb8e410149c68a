import { HOUR_MS } from '../../lib/durations.ts';
import type { Limit } from '../../limits/attempts.ts';

export const blockingLimits = {
  appeal: { name: 'appeal', most: 10, windowMs: HOUR_MS },
} as const satisfies Record<string, Limit>;
