import { HOUR_MS } from '../../lib/durations.ts';
import type { Limit } from '../../limits/attempts.ts';

export const moderationLimits = {
  report: { name: 'report', most: 20, windowMs: HOUR_MS },
} as const satisfies Record<string, Limit>;
