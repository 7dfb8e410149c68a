/** Owns what may be reported, what for, and what becomes of a report (decisions.md §8). */
import type { ReportState, ReportSubject } from '../../../db/schema/index.ts';
import type { FieldErrors } from '../../lib/errors.ts';
import { isBlank } from '../../lib/text.ts';
import { VIOLATIONS } from '../policy/rules.ts';

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
/** A notice may name what is none of these. */
export const ADMIN_SUBJECTS = [...REPORT_SUBJECTS, 'address'] as const satisfies ReportSubject[];
export const REPORT_STATES = ['open', 'actioned', 'rejected'] as const satisfies ReportState[];
/** An open report is decided once, and stays so. */
export const REPORT_DECISIONS = ['actioned', 'rejected'] as const satisfies ReportState[];
export type ReportDecision = (typeof REPORT_DECISIONS)[number];

export const REPORT_TEXT_MAX_LENGTH = 1000;
export const NOTE_MAX_LENGTH = 1000;

/** What fits no category is to be told in words. */
export const checkReport = ({ category, text = '' }: { category?: string; text?: string }): FieldErrors =>
  category === 'other' && isBlank(text) ? { text: ['blank'] } : {};
