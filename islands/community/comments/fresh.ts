/** What has become of a list while it stood there: what is gone goes, what has changed changes, what is new waits to be called. */
import type { CommentList, CommentView } from '../../../server/domains/community/comments/queries.ts';
import type { Sort } from '../../../server/domains/community/comments/rules.ts';

const pinnedOf = ({ comments }: CommentList) => comments.filter(({ pinned }) => pinned);
const othersOf = ({ comments }: CommentList) => comments.filter(({ pinned }) => !pinned);

/**
 * The newest of those that stand there, or of the newest ones where the list does not say: then without as many as have
 * come since. Ids are made in the order of time.
 */
export function newestSeen(shown: CommentList, newest: CommentList, isNewest: boolean): string {
  const ids = (isNewest ? shown : newest).comments.map(({ id }) => id).sort();
  const comeSince = isNewest ? 0 : Math.max(0, newest.comments_count - shown.comments_count);
  return ids.at(-1 - comeSince) ?? '';
}

/** Whether the first stands before the second. */
const isBefore = (one: CommentView, other: CommentView, sort: Sort): boolean =>
  sort === 'top' && one.likes_count !== other.likes_count
    ? one.likes_count > other.likes_count
    : one.id > other.id;

/** The list that stands there, as it is now. `found` is the same part of it, asked for anew. */
export function refreshed(shown: CommentList, found: CommentList, sort: Sort): CommentList {
  const now = new Map(found.comments.map((comment) => [comment.id, comment]));
  const [others, last] = [othersOf(found), othersOf(found).at(-1)];
  const isWhole = last === undefined || others.length < found.per_page;
  const stayed = shown.comments.flatMap((comment) => {
    const same = now.get(comment.id);
    if (same !== undefined) return same.pinned ? [] : [same];
    // It may stand further down, pushed there by what is new; before the last one it would have been found.
    return isWhole || isBefore(comment, last, sort) ? [] : [comment];
  });
  const comments = [...pinnedOf(found), ...stayed];
  return { ...found, comments, page: shown.page, per_page: shown.per_page };
}

/** How many have come that do not stand there; of others, since one's own are shown at once. */
export function countNewer(shown: CommentList, newest: CommentList, seenUpTo: string): number {
  const known = new Set(shown.comments.map(({ id }) => id));
  return newest.comments.filter(({ id, own }) => id > seenUpTo && !own && !known.has(id)).length;
}
