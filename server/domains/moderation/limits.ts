import { DAY_MS, HOUR_MS } from '../../lib/durations.ts';
import type { Allowance, Limit } from '../../limits/attempts.ts';

export const moderationLimits = {
  report: { name: 'report', most: 20, windowMs: HOUR_MS },
  reportNew: { name: 'report', most: 10, windowMs: HOUR_MS },
  reportHere: { name: 'report', most: 60, windowMs: HOUR_MS },
  reportDaily: { name: 'report-daily', most: 60, mostPerAddress: 240, windowMs: DAY_MS },
  notice: { name: 'illegal-content-notice', most: 5, windowMs: HOUR_MS },
  /** Nobody has an account there, so it counts for the address alone. */
  noticeDaily: { name: 'illegal-content-notice-daily', most: 15, mostPerAddress: 15, windowMs: DAY_MS },
  /** Receipts that one address of a mail gets, whoever types it in. */
  noticeMail: { name: 'illegal-content-notice-mail', most: 3, windowMs: HOUR_MS },
} as const satisfies Record<string, Limit | Allowance>;
