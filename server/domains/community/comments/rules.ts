/** Owns how long a comment may be, when an edit is told, when a story's comments close, and what waits for its team. */

import { DAY_MS, MINUTE_MS } from '../../../lib/durations.ts';
import type { FieldErrors } from '../../../lib/errors.ts';
import { hasLink, mentionsIn } from '../../../lib/written.ts';

export const COMMENT_MAX_LENGTH = 2000;
export const MENTIONS_MAX_COUNT = 10;
/** Below one comment. */
export const REPLIES_MAX_COUNT = 2000;
export const SENT_KEY_MAX_LENGTH = 100;
/** The same text of the same person at the same place is one comment for so long. */
export const SAME_TEXT_MS = MINUTE_MS;
/** A slip that is mended so soon is told to nobody. */
const QUIET_EDIT_MS = 5 * MINUTE_MS;

export const SORTS = ['top', 'new'] as const;
export type Sort = (typeof SORTS)[number];

/** Whether an edit at `now` is told beside the comment. */
export const isEditTold = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() > QUIET_EDIT_MS;

/** Links by accounts under a day old wait for the team's nod. */
export const isHeld = (body: string, author: { isNew: boolean; isTeam: boolean }): boolean =>
  author.isNew && !author.isTeam && hasLink(body);

/** What the schema does not see. */
export const checkBody = (body: string): FieldErrors =>
  mentionsIn(body).length > MENTIONS_MAX_COUNT ? { body: ['too_many_mentions'] } : {};

export type ThreadFacts = {
  lockedAt: Date | null;
  closed: boolean;
  closeAfterDays: number | null;
  /** Of the episode; null for a story as a whole, which does not close by itself. */
  firstPublishedAt: Date | null;
};

/** Whether nothing more may be written, by anybody but the team. */
export function isClosed(
  { lockedAt, closed, closeAfterDays, firstPublishedAt }: ThreadFacts,
  now: Date,
): boolean {
  if (closed || lockedAt !== null) return true;
  if (closeAfterDays === null || firstPublishedAt === null) return false;
  return now.getTime() >= firstPublishedAt.getTime() + closeAfterDays * DAY_MS;
}

export const COMMENTS_A_PAGE = 24;
/** So far back it is told on which page of a thread a comment stands. */
export const PLACE_PAGES_MAX_COUNT = 100;

/** The part of a list that is asked for. */
export const partOf = (query: { page?: number; per_page?: number }) => ({
  page: query.page ?? 1,
  perPage: query.per_page ?? COMMENTS_A_PAGE,
});
