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
  /** Senders have no account, so this counts per network address only. */
  noticeDaily: perDay('illegal-content-notice-daily', [15, 15]),
  /** Receipts per e-mail address, whoever enters it. */
  noticeMail: perHour('illegal-content-notice-mail', 3),
};
