/** Rules for comments: length, marked edits, closing threads, and holding comments for the team. */

import { DAY_MS, MINUTE_MS } from '../../../lib/durations.ts';
import type { FieldErrors } from '../../../lib/errors.ts';
import { hasLink, mentionsIn } from '../../../lib/written.ts';

export const COMMENT_MAX_LENGTH = 2000;
export const MENTIONS_MAX_COUNT = 10;
export const REPLIES_MAX_COUNT = 2000;
export const SENT_KEY_MAX_LENGTH = 100;
/** Within this time, the same text by the same person at the same place is one comment. */
export const SAME_TEXT_MS = MINUTE_MS;
/** Corrections within this time are not marked as edits. */
const QUIET_EDIT_MS = 5 * MINUTE_MS;

export const SORTS = ['top', 'new'] as const;
export type Sort = (typeof SORTS)[number];

export const isEditTold = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() > QUIET_EDIT_MS;

/** Comments with links wait for the team's approval when the account is younger than a day. */
export const isHeld = (body: string, author: { isNew: boolean; isTeam: boolean }): boolean =>
  author.isNew && !author.isTeam && hasLink(body);

export const checkBody = (body: string): FieldErrors =>
  mentionsIn(body).length > MENTIONS_MAX_COUNT ? { body: ['too_many_mentions'] } : {};

export type ThreadFacts = {
  lockedAt: Date | null;
  closed: boolean;
  closeAfterDays: number | null;
  /** The episode's. Null for a whole story, which never closes by itself. */
  firstPublishedAt: Date | null;
};

/** True when only the team may write. */
export function isClosed(
  { lockedAt, closed, closeAfterDays, firstPublishedAt }: ThreadFacts,
  now: Date,
): boolean {
  if (closed || lockedAt !== null) return true;
  if (closeAfterDays === null || firstPublishedAt === null) return false;
  return now.getTime() >= firstPublishedAt.getTime() + closeAfterDays * DAY_MS;
}

export const COMMENTS_A_PAGE = 24;
/** Beyond this page, we do not determine a comment's page. */
export const PLACE_PAGES_MAX_COUNT = 100;

export const partOf = (query: { page?: number; per_page?: number }) => ({
  page: query.page ?? 1,
  perPage: query.per_page ?? COMMENTS_A_PAGE,
});
