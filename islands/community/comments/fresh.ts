/** Refreshes a shown list: removes deleted comments and updates changed ones. New ones wait for a click. */
import type { CommentList, CommentView } from '../../../server/domains/community/comments/queries.ts';
import type { Sort } from '../../../server/domains/community/comments/rules.ts';

const pinnedOf = ({ comments }: CommentList) => comments.filter(({ pinned }) => pinned);
const othersOf = ({ comments }: CommentList) => comments.filter(({ pinned }) => !pinned);

/**
 * Id of the newest comment the reader has seen. In another order, takes the newest comments without the number that
 * arrived since. Ids are in order of time.
 */
export function newestSeen(shown: CommentList, newest: CommentList, isNewest: boolean): string {
  const ids = (isNewest ? shown : newest).comments.map(({ id }) => id).sort();
  const comeSince = isNewest ? 0 : Math.max(0, newest.comments_count - shown.comments_count);
  return ids.at(-1 - comeSince) ?? '';
}

const isBefore = (one: CommentView, other: CommentView, sort: Sort): boolean =>
  sort === 'top' && one.likes_count !== other.likes_count
    ? one.likes_count > other.likes_count
    : one.id > other.id;

export function refreshed(shown: CommentList, found: CommentList, sort: Sort): CommentList {
  const now = new Map(found.comments.map((comment) => [comment.id, comment]));
  const [others, last] = [othersOf(found), othersOf(found).at(-1)];
  const isWhole = last === undefined || others.length < found.per_page;
  const stayed = shown.comments.flatMap((comment) => {
    const same = now.get(comment.id);
    if (same !== undefined) return same.pinned ? [] : [same];
    // New comments may have pushed this one past the end of `found`. If it ranked before the last one, it would be in
    // `found`.
    return isWhole || isBefore(comment, last, sort) ? [] : [comment];
  });
  const comments = [...pinnedOf(found), ...stayed];
  return { ...found, comments, page: shown.page, per_page: shown.per_page };
}

/** Number of new comments that the list lacks. The reader's own do not count, since they show at once. */
export function countNewer(shown: CommentList, newest: CommentList, seenUpTo: string): number {
  const known = new Set(shown.comments.map(({ id }) => id));
  return newest.comments.filter(({ id, own }) => id > seenUpTo && !own && !known.has(id)).length;
}
