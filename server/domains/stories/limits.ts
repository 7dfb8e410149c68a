import { HOUR_MS } from '../../lib/durations.ts';
import type { Allowance } from '../../limits/attempts.ts';

export const storyLimits = {
  stories: { name: 'stories', most: 30, mostPerAddress: 300, windowMs: HOUR_MS },
} as const satisfies Record<string, Allowance>;
