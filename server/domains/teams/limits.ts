import { HOUR_MS } from '../../lib/durations.ts';
import type { Limit } from '../../limits/attempts.ts';

export const teamLimits = {
  invite: { name: 'invite', most: 40, windowMs: HOUR_MS },
  inviteMail: { name: 'invite-mail', most: 5, windowMs: HOUR_MS },
} as const satisfies Record<string, Limit>;
