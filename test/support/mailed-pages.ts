import type { PagePath } from '../../pages/addresses.ts';

/** They need a link that was mailed or a step before them, and say so. */
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
