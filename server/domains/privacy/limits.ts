import { type Limit, MINUTE_MS } from '../../limits.ts';

export const privacyLimits = {
  export: { name: 'export', most: 3, windowMs: 60 * MINUTE_MS },
} as const satisfies Record<string, Limit>;
