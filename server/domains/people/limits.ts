import { HOUR_MS } from '../../lib/durations.ts';
import type { Limit } from '../../limits/attempts.ts';

export const peopleLimits = {
  shutOut: { name: 'shut-out', most: 200, windowMs: HOUR_MS },
} as const satisfies Record<string, Limit>;
