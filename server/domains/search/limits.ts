import { MINUTE_MS } from '../../lib/durations.ts';
import type { Limit } from '../../limits/attempts.ts';

export const searchLimits = {
  /** A search goes out after each pause of 300 ms, and several people of a household may type at once. */
  searches: { name: 'searches', most: 240, windowMs: MINUTE_MS },
} as const satisfies Record<string, Limit>;
