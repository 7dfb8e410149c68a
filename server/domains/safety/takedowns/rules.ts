/** Rules for statements and appeals: one appeal within six months, decided by another person. */
import type { AppealDecision, BlockGround, BlockSubject, EpisodeStatus } from '#db/schema/index.ts';

/** `id` is the person's for both parts of a profile. */
export type Content = { type: ContentSubject; id: string };

const WORK_SUBJECTS = ['episode', 'story'] as const satisfies BlockSubject[];
/** People's own texts and pictures, which are hidden, not blocked. */
export const CONTENT_SUBJECTS = [
  'comment',
  'reply',
  'tsukkomi',
  'profile_text',
  'profile_picture',
] as const satisfies BlockSubject[];
export type ContentSubject = (typeof CONTENT_SUBJECTS)[number];
export const BLOCK_SUBJECTS = [...WORK_SUBJECTS, ...CONTENT_SUBJECTS] as const satisfies BlockSubject[];
export const isContent = (type: BlockSubject): type is ContentSubject =>
  CONTENT_SUBJECTS.some((known) => known === type);
export const BLOCK_GROUNDS = ['guidelines', 'law'] as const satisfies BlockGround[];
export const APPEAL_DECISIONS = ['granted', 'upheld'] as const satisfies AppealDecision[];

export const FACTS_MAX_LENGTH = 1000;
export const RULE_MAX_LENGTH = 200;
export const APPEAL_TEXT_LENGTHS = { least: 10, most: 2000 } as const;
export const APPEAL_NOTE_MAX_LENGTH = 1000;
const APPEAL_MONTHS = 6;

/** Six months later, to the minute. A missing day becomes the last day of the month. */
export function appealUntil(statedAt: Date): Date {
  const until = new Date(statedAt);
  until.setUTCDate(1);
  until.setUTCMonth(until.getUTCMonth() + APPEAL_MONTHS);
  const lastDay = new Date(Date.UTC(until.getUTCFullYear(), until.getUTCMonth() + 1, 0)).getUTCDate();
  until.setUTCDate(Math.min(statedAt.getUTCDate(), lastDay));
  return until;
}

export const appealVersion = (of: { decidedAt: Date | null; endedAt: Date | null }): 'open' | 'closed' =>
  of.decidedAt === null && of.endedAt === null ? 'open' : 'closed';

export type AppealFacts = { createdAt: Date; endedAt: Date | null; appealedAt: Date | null };
export type AppealProblem = 'appeal_made' | 'block_lifted' | 'appeal_late';

export function appealProblem(
  { createdAt, endedAt, appealedAt }: AppealFacts,
  now: Date,
): AppealProblem | null {
  if (appealedAt !== null) return 'appeal_made';
  if (endedAt !== null) return 'block_lifted';
  return now.getTime() > appealUntil(createdAt).getTime() ? 'appeal_late' : null;
}

/** Another administrator decides. If none exists, the same one does, and gives reasons. */
export const mayDecide = (facts: { blockedBy: string; deciderId: string; isOnlyOne: boolean }): boolean =>
  facts.blockedBy !== facts.deciderId || facts.isOnlyOne;

/** After the story's block, a release still ahead stays scheduled. A missed release is cancelled. */
export function statusAfterStoryBlock(
  blockedFrom: EpisodeStatus | null,
  { publishAt, now }: { publishAt: Date | null; now: Date },
): EpisodeStatus {
  if (blockedFrom === 'published') return 'published';
  return blockedFrom === 'scheduled' && publishAt !== null && publishAt > now ? 'scheduled' : 'in_progress';
}
