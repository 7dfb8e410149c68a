import { HOUR_MS } from '../../lib/durations.ts';
import type { Limit } from '../../limits/attempts.ts';

export const libraryLimits = {
  /** A browser sends at most one in five seconds, and seldom two. */
  choice: { name: 'choice', most: 300, windowMs: HOUR_MS },
} as const satisfies Record<string, Limit>;
