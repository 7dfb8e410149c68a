import { type Limit, MINUTE_MS } from '../../limits.ts';

export const teamLimits = {
  invite: { name: 'invite', most: 40, windowMs: 60 * MINUTE_MS },
  inviteMail: { name: 'invite-mail', most: 5, windowMs: 60 * MINUTE_MS },
} as const satisfies Record<string, Limit>;
