/** Owns what may be reported, what for, and what becomes of a report (decisions.md §8). */
import type { ReportState, ReportSubject } from '../../../db/schema/index.ts';

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

/** Comments, replies and short notes come with the calls that write them. */
export const REPORT_SUBJECTS = ['story', 'episode', 'user'] as const satisfies ReportSubject[];
export const REPORT_STATES = ['open', 'actioned', 'rejected'] as const satisfies ReportState[];
