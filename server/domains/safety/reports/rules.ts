/** Owns what may be reported, what for, and what becomes of a report (decisions.md §8). */
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
/** A notice may name what is none of these. Their words are `reportSubjects`. */
export const ADMIN_SUBJECTS = [...REPORT_SUBJECTS, 'address'] as const satisfies ReportSubject[];
/** Their words before reporters are `reportStates`. */
export const REPORT_STATES = ['open', 'actioned', 'rejected'] as const satisfies ReportState[];
/** An open report is decided once, and stays so. */
export const REPORT_DECISIONS = ['actioned', 'rejected'] as const satisfies ReportState[];
export type ReportDecision = (typeof REPORT_DECISIONS)[number];

export const REPORT_TEXT_MAX_LENGTH = 1000;
export const DECISION_NOTE_MAX_LENGTH = 1000;

/** A child may be in danger: before everything else, whoever says so. */
export const URGENT_CATEGORY = 'minor_safety' satisfies ReportCategory;
/** A decision can be undone for so long; then its reporters are told. */
export const UNDO_MS = 10 * MINUTE_MS;
/** Reports of one thing that one decision answers; what is more stays open. */
export const DECIDED_AT_ONCE_MAX_COUNT = 1000;

/** What an administrator can hide together with a decision. */
export const HIDEABLE_SUBJECTS = ['comment', 'reply', 'tsukkomi'] as const satisfies ReportSubject[];
export const isHideable = (type: ReportSubject): boolean => HIDEABLE_SUBJECTS.some((known) => known === type);

/** Why something is unlawful, in the words of a notice (`noticeGrounds`); a wrong category is not. */
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
/** The same notice once more within so long is one. */
export const SAME_NOTICE_MS = MINUTE_MS;
/** So long after the decision nobody needs to know who sent a notice. */
export const NOTICE_KEPT_MS = 183 * DAY_MS;

type NoticeFields = { ground?: string; name?: string | undefined; email?: string | undefined };

/** Name and address are asked for, except where a child is shown (Regulation (EU) 2022/2065, article 16(2)(c)). */
export function checkNotice({ ground, name = '', email = '' }: NoticeFields): FieldErrors {
  const wrong: FieldErrors = isBlank(email) || isEmail(email.trim()) ? {} : { email: ['invalid'] };
  if (ground === URGENT_CATEGORY) return wrong;
  return {
    ...(isBlank(name) ? { name: ['blank'] } : {}),
    ...(isBlank(email) ? { email: ['blank'] } : wrong),
  };
}

/** What fits no category is to be told in words. */
export const checkReport = ({ category, text = '' }: { category?: string; text?: string }): FieldErrors =>
  category === 'other' && isBlank(text) ? { text: ['blank'] } : {};
