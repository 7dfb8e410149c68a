import { type Limit, MINUTE_MS } from '../../limits.ts';

export const accountLimits = {
  password: { name: 'password', most: 10, windowMs: 15 * MINUTE_MS },
  takenAddress: { name: 'taken-address', most: 20, windowMs: 60 * MINUTE_MS },
  confirmMail: { name: 'confirm-mail', most: 5, windowMs: 60 * MINUTE_MS },
} as const satisfies Record<string, Limit>;
