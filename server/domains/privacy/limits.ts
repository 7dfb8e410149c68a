import { HOUR_MS } from '../../lib/durations.ts';
import type { Limit } from '../../limits/attempts.ts';

export const privacyLimits = {
  export: { name: 'export', most: 3, windowMs: HOUR_MS },
} as const satisfies Record<string, Limit>;
