import { HOUR_MS, MINUTE_MS } from '../../lib/durations.ts';
import type { Limit } from '../../limits/attempts.ts';

export const accountLimits = {
  password: { name: 'password', most: 10, windowMs: 15 * MINUTE_MS },
  takenAddress: { name: 'taken-address', most: 20, windowMs: HOUR_MS },
  confirmMail: { name: 'confirm-mail', most: 5, windowMs: HOUR_MS },
} as const satisfies Record<string, Limit>;
