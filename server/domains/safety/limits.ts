/** How often somebody may do what this room offers. */
import { perDay, perHour } from '../../limits/attempts.ts';

export const blockingLimits = {
  appeal: perHour('appeal', 10),
};

export const moderationLimits = {
  report: perHour('report', 20),
  reportNew: perHour('report', 10),
  reportHere: perHour('report', 60),
  reportDaily: perDay('report-daily', [60, 240]),
  notice: perHour('illegal-content-notice', 5),
  /** Nobody has an account there, so it counts for the address alone. */
  noticeDaily: perDay('illegal-content-notice-daily', [15, 15]),
  /** Receipts that one address of a mail gets, whoever types it in. */
  noticeMail: perHour('illegal-content-notice-mail', 3),
};
