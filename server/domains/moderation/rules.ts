/** Owns what may be reported, what for, and what becomes of a report (decisions.md §8). */
import type { ReportState, ReportSubject } from '../../../db/schema/index.ts';
import type { FieldErrors } from '../../lib/errors.ts';
import { isBlank } from '../../lib/text.ts';

export const REPORT_CATEGORIES = [
  'copyright',
  'sexual_content',
  'minor_safety',
  'violence',
  'hate',
  'harassment',
  'self_harm',
  'spam',
  'wrong_category',
  'other',
] as const;
export type ReportCategory = (typeof REPORT_CATEGORIES)[number];

export const REPORT_SUBJECTS = [
  'story',
  'episode',
  'comment',
  'reply',
  'user',
] as const satisfies ReportSubject[];
export const REPORT_STATES = ['open', 'actioned', 'rejected'] as const satisfies ReportState[];
/** An open report is decided once, and stays so. */
export const REPORT_DECISIONS = ['actioned', 'rejected'] as const satisfies ReportState[];
export type ReportDecision = (typeof REPORT_DECISIONS)[number];

export const REPORT_TEXT_MAX_LENGTH = 1000;
export const NOTE_MAX_LENGTH = 1000;

/** What fits no category is to be told in words. */
export const checkReport = ({ category, text = '' }: { category?: string; text?: string }): FieldErrors =>
  category === 'other' && isBlank(text) ? { text: ['blank'] } : {};
