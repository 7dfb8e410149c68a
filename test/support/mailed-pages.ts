import type { PagePath } from '../../pages/addresses.ts';

/** Pages that need a mailed link or an earlier step, and say so. */
export const MAILED: readonly PagePath[] = [
  '/confirm_email',
  '/invitation',
  '/report_illegal_content/receipt',
  '/reset_password',
  '/payout_notice',
  '/security_notice',
  '/sign_in/second_factor',
  '/sign_up/social',
  '/unsubscribe',
];
