/** Owns what stands in the log of the administration: which deeds there are, and what each says of itself. */

export const ADMIN_DEEDS = [
  'episode_blocked',
  'episode_unblocked',
  'story_blocked',
  'story_unblocked',
  'appeal_granted',
  'appeal_upheld',
  'account_locked',
  'account_unlocked',
  'publisher_changed',
  'founder_changed',
  'administrator_changed',
  'second_factor_removed',
  'coins_granted',
  'report_decided',
  'report_reopened',
  'content_hidden',
  'content_shown',
  'payout_approved',
  'payout_paid',
  'payout_rejected',
  'payout_form_asked',
  'tax_form_opened',
  'payouts_exported',
  'ad_added',
  'ad_changed',
  'ad_deleted',
  'revenue_credited',
  'revenue_discarded',
  'revenue_uploaded',
  'queue_paused',
  'queue_resumed',
  'job_retried',
  'job_promoted',
  'job_dropped',
  'queue_board_used',
] as const;
export type AdminDeed = (typeof ADMIN_DEEDS)[number];

/** A reason is short: it stands there for good. */
export const ACTION_REASON_MAX_LENGTH = 1000;
