/**
 * Owns who sees what somebody wrote: comments, replies, short notes. Pages, API, notifications and mails ask here, whoever
 * may read the episode that it stands at; that is decided by `decideAccess`.
 */

export type Written = {
  state: 'shown' | 'held' | 'hidden' | 'deleted';
  authorId: string | null;
  /** Something that others see stands below it. */
  hasReplies: boolean;
};

export type Onlooker = {
  /** Null for visitors. */
  id: string | null;
  /** Of the story's team, or an administrator. */
  isTeam: boolean;
  /** Whom they have muted or blocked. */
  shutOut: ReadonlySet<string>;
};

export const ANY_ONLOOKER: Onlooker = { id: null, isTeam: false, shutOut: new Set() };

/**
 * `whole`: as it was written. `marked`: the same, said to be held or hidden, for its author and the team. `place`: only that
 * something stood here, since there are replies. `nothing`: left out.
 */
export type Showing = 'whole' | 'marked' | 'place' | 'nothing';

export function decideShowing({ state, authorId, hasReplies }: Written, onlooker: Onlooker): Showing {
  const remains = hasReplies ? 'place' : 'nothing';
  if (state === 'deleted') return remains;
  const isOwn = authorId !== null && authorId === onlooker.id;
  if (state !== 'shown') {
    return isOwn || onlooker.isTeam ? 'marked' : remains;
  }
  const isShutOut = authorId !== null && !isOwn && onlooker.shutOut.has(authorId);
  return isShutOut ? remains : 'whole';
}

/** Whether it counts as one that everybody sees. */
export const isShownToAll = (written: Written): boolean => decideShowing(written, ANY_ONLOOKER) === 'whole';

/** Whether it takes a place in the list that everybody sees. */
export const isListedForAll = (written: Written): boolean =>
  decideShowing(written, ANY_ONLOOKER) !== 'nothing';
