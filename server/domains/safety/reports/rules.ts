/** Rules for reports: what can be reported, why, and possible decisions (decisions.md §8). */
import type { ReportState, ReportSubject } from '#db/schema/index.ts';
import { DAY_MS, MINUTE_MS } from '../../../lib/durations.ts';
import type { FieldErrors } from '../../../lib/errors.ts';
import { isBlank } from '../../../lib/text.ts';
import { isEmail } from '../../accounts/accounts/rules.ts';
import { VIOLATIONS } from '../../platform/policy/rules.ts';

export const REPORT_CATEGORIES = VIOLATIONS;
export type ReportCategory = (typeof REPORT_CATEGORIES)[number];

export const REPORT_SUBJECTS = [
  'story',
  'episode',
  'comment',
  'reply',
  'tsukkomi',
  'user',
] as const satisfies ReportSubject[];
export type ReportedSubject = (typeof REPORT_SUBJECTS)[number];
/** A notice may name other addresses, too. Texts are in `reportSubjects`. */
export const ADMIN_SUBJECTS = [...REPORT_SUBJECTS, 'address'] as const satisfies ReportSubject[];
/** Texts for reporters are in `reportStates`. */
export const REPORT_STATES = ['open', 'actioned', 'rejected'] as const satisfies ReportState[];
export const REPORT_DECISIONS = ['actioned', 'rejected'] as const satisfies ReportState[];
export type ReportDecision = (typeof REPORT_DECISIONS)[number];

export const REPORT_TEXT_MAX_LENGTH = 1000;
export const DECISION_NOTE_MAX_LENGTH = 1000;

/** A child may be in danger: goes first, whoever reports it. */
export const URGENT_CATEGORY = 'minor_safety' satisfies ReportCategory;
/** Time to undo a decision. Reporters are notified afterwards. */
export const UNDO_MS = 10 * MINUTE_MS;
/** Reports that one decision answers. Further reports stay open. */
export const DECIDED_AT_ONCE_MAX_COUNT = 1000;

/** Subjects that a decision can hide. */
export const HIDEABLE_SUBJECTS = ['comment', 'reply', 'tsukkomi'] as const satisfies ReportSubject[];
export const isHideable = (type: ReportSubject): boolean => HIDEABLE_SUBJECTS.some((known) => known === type);

/** Grounds of a notice (texts in `noticeGrounds`). A wrong category is missing, because it is not unlawful. */
export const NOTICE_GROUNDS = [
  'copyright',
  'sexual_content',
  'minor_safety',
  'violence',
  'hate',
  'harassment',
  'self_harm',
  'spam',
  'other',
] as const satisfies ReportCategory[];
export type NoticeGround = (typeof NOTICE_GROUNDS)[number];

export const NOTICE_TEXT_MAX_LENGTH = 5000;
export const NOTICE_ADDRESSES_MAX_COUNT = 10;
export const NOTICE_ADDRESS_MAX_LENGTH = 500;
export const NOTICE_NAME_MAX_LENGTH = 100;
/** Repeated notices within this time count as one. */
export const SAME_NOTICE_MS = MINUTE_MS;
/** After the decision, we keep the sender's data for this long. */
export const NOTICE_KEPT_MS = 183 * DAY_MS;

type NoticeFields = { ground?: string; name?: string | undefined; email?: string | undefined };

/** Name and e-mail are required, unless a child is shown (Regulation (EU) 2022/2065, article 16(2)(c)). */
export function checkNotice({ ground, name = '', email = '' }: NoticeFields): FieldErrors {
  const wrong: FieldErrors = isBlank(email) || isEmail(email.trim()) ? {} : { email: ['invalid'] };
  if (ground === URGENT_CATEGORY) return wrong;
  return {
    ...(isBlank(name) ? { name: ['blank'] } : {}),
    ...(isBlank(email) ? { email: ['blank'] } : wrong),
  };
}

/** `other` requires an explanation. */
export const checkReport = ({ category, text = '' }: { category?: string; text?: string }): FieldErrors =>
  category === 'other' && isBlank(text) ? { text: ['blank'] } : {};
