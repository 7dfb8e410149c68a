/** Owns who sees comments, replies and short notes. `decideAccess` decides who may read the episode itself. */

export type Written = {
  state: 'shown' | 'held' | 'hidden' | 'deleted';
  authorId: string | null;
  /** True when others see a reply below it. */
  hasReplies: boolean;
};

export type Onlooker = {
  id: string | null;
  /** Member of the story's team, or administrator. */
  isTeam: boolean;
  /** Ids of muted or blocked people. */
  shutOut: ReadonlySet<string>;
};

export const ANY_ONLOOKER: Onlooker = { id: null, isTeam: false, shutOut: new Set() };

/**
 * `whole`: as written. `marked`: labelled as held or hidden, for its author and the team. `place`: a placeholder,
 * because of replies. `nothing`: left out.
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

export const isShownToAll = (written: Written): boolean => decideShowing(written, ANY_ONLOOKER) === 'whole';

/** True when everybody sees it or its placeholder. */
export const isListedForAll = (written: Written): boolean =>
  decideShowing(written, ANY_ONLOOKER) !== 'nothing';
