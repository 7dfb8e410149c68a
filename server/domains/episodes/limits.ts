import { HOUR_MS } from '../../lib/durations.ts';
import type { Allowance } from '../../limits/attempts.ts';

export const episodeLimits = {
  episodes: { name: 'episodes', most: 200, mostPerAddress: 2000, windowMs: HOUR_MS },
} as const satisfies Record<string, Allowance>;
