/** Owns what something may be reported for (decisions.md §8). */
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
