/** Owns what a block rests on, and how its creator objects: once, within half a year, to another person. */
import type { AppealDecision, BlockGround, BlockSubject, EpisodeStatus } from '#db/schema/index.ts';

const WORK_SUBJECTS = ['episode', 'story'] as const satisfies BlockSubject[];
/** Somebody's own words and pictures: hidden from others, not blocked. */
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

/** Half a year later to the minute; from the last day of a longer month on its last day. */
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
/** Why nothing more can be said against it. */
export type AppealProblem = 'appeal_made' | 'block_lifted' | 'appeal_late';

export function appealProblem(
  { createdAt, endedAt, appealedAt }: AppealFacts,
  now: Date,
): AppealProblem | null {
  if (appealedAt !== null) return 'appeal_made';
  if (endedAt !== null) return 'block_lifted';
  return now.getTime() > appealUntil(createdAt).getTime() ? 'appeal_late' : null;
}

/** Somebody else decides than who has blocked; where there is nobody else, they say why themselves. */
export const mayDecide = (facts: { blockedBy: string; deciderId: string; isOnlyOne: boolean }): boolean =>
  facts.blockedBy !== facts.deciderId || facts.isOnlyOne;

/** Where an episode goes when the block of its story is lifted: a plan that is still ahead holds, one that has passed is void. */
export function statusAfterStoryBlock(
  blockedFrom: EpisodeStatus | null,
  { publishAt, now }: { publishAt: Date | null; now: Date },
): EpisodeStatus {
  if (blockedFrom === 'published') return 'published';
  return blockedFrom === 'scheduled' && publishAt !== null && publishAt > now ? 'scheduled' : 'in_progress';
}
