/** Owns what becomes of an episode that a device keeps: until when, for whom, how much (decisions.md §6). Decides, and keeps nothing. */

const DAY_MS = 24 * 60 * 60 * 1000;
/** Unread for so long, it has expired. */
export const UNREAD_MS = 30 * DAY_MS;
/** What is locked leaves the device so much later. */
export const LOCKED_MS = 7 * DAY_MS;
/** So long the list says that something has expired. */
const TOLD_MS = 30 * DAY_MS;
/** How old the server's word on an unlock may be before it is asked again. */
export const CHECK_MS = 60 * 60 * 1000;

const MB = 1_000_000;
export const LIMIT_BYTES = 500 * MB;
export const LIMITS_BYTES = [100 * MB, 250 * MB, LIMIT_BYTES, 1000 * MB, 2000 * MB] as const;
/** The list is read as a whole. */
export const EPISODES_MAX_COUNT = 500;

/** `line`: nothing came; `full`: the device has no room; `limit`: the reader allows no more; `refused`: not theirs to read. */
export type Failure = 'line' | 'full' | 'limit' | 'refused';

export type SavedEpisode = {
  id: string;
  /** Of the reader's page, with its language. */
  address: string;
  storyTitle: string;
  number: number;
  title: string;
  language: string;
  isNovel: boolean;
  isPremium: boolean;
  /** Path of the story's picture; null without one. */
  thumbnail: string | null;
  /** Account under which it was saved; null for a visitor. */
  owner: string | null;
  /** Keys of the pictures of each page, or of each chapter of a novel that is here (./addresses.ts). */
  pages: string[][];
  /** Paths of the files of its release that the page needs. */
  files: string[];
  /** How wide its pictures are at least, in pixels of the screen. */
  width: number;
  /** Pages, or chapters of a novel. */
  items: number;
  /** How many of them are here. */
  kept: number;
  bytes: number;
  phase: 'saving' | 'ready' | 'failed';
  failure: Failure | null;
  /** Milliseconds since 1970, like all that follow. */
  savedAt: number;
  readAt: number;
  checkedAt: number;
  lockedAt: number | null;
  /** `left`: its account is not signed in; `taken`: the server says that it is not readable any more. */
  lockedFor: 'left' | 'taken' | null;
  expiredAt: number | null;
};

/** What the device knows besides the episodes. `account`: who is signed in. */
export type Shelf = { account: string | null; limitBytes: number };

export type SavedState = SavedEpisode['phase'] | 'locked' | 'expired' | 'foreign';

/** Saved under another account than the one that is signed in: nothing is said of it. */
const isForeign = ({ owner }: SavedEpisode, { account }: Shelf): boolean =>
  owner !== null && account !== null && owner !== account;

/** Another person may hold the device now, so purchases of a signed-out account stay unnamed. */
export const isNamed = (episode: SavedEpisode, shelf: Shelf): boolean =>
  !episode.isPremium || episode.owner === shelf.account;

/** Premium is readable for its own account alone; what is free stays readable after a log-out. */
const isOutOfReach = (episode: SavedEpisode, shelf: Shelf): boolean =>
  isForeign(episode, shelf) || (episode.isPremium && episode.owner !== shelf.account);

export function stateOf(episode: SavedEpisode, shelf: Shelf): SavedState {
  if (isForeign(episode, shelf)) return 'foreign';
  if (episode.expiredAt !== null) return 'expired';
  if (episode.lockedAt !== null || isOutOfReach(episode, shelf)) return 'locked';
  return episode.phase;
}

/** Whether its pages are shown to whoever holds the device now. */
export const isReadable = (episode: SavedEpisode, shelf: Shelf): boolean =>
  ['saving', 'ready', 'failed'].includes(stateOf(episode, shelf));

/** `keep`: as it is; `forget`: pages and entry; `change`: the entry, and without `erase` its pages stay. */
export type Fate =
  | { kind: 'keep' }
  | { kind: 'forget' }
  | { kind: 'change'; change: Partial<SavedEpisode>; erase: boolean };

/** What time and log-outs have made of an episode. */
export function fateOf(episode: SavedEpisode, shelf: Shelf, now: number): Fate {
  const { lockedAt, lockedFor, expiredAt, readAt } = episode;
  if (lockedAt !== null && now - lockedAt >= LOCKED_MS) return { kind: 'forget' };
  if (expiredAt !== null) return now - expiredAt >= TOLD_MS ? { kind: 'forget' } : { kind: 'keep' };
  const isGone = isOutOfReach(episode, shelf);
  if (isGone && lockedAt === null)
    return { kind: 'change', change: { lockedAt: now, lockedFor: 'left' }, erase: false };
  if (!isGone && lockedFor === 'left')
    return { kind: 'change', change: { lockedAt: null, lockedFor: null, checkedAt: 0 }, erase: false };
  if (lockedAt === null && now - readAt >= UNREAD_MS)
    return { kind: 'change', change: { expiredAt: now, bytes: 0, kept: 0 }, erase: true };
  return { kind: 'keep' };
}

/**
 * What the server's answer to whether it may be read makes of it; no answer changes nothing. What was free when it was saved
 * stays when it gets a price (402); what was unpublished, blocked or deleted (404) or closed to this country (451) locks.
 */
export function checkedWith(
  status: number | null,
  { lockedAt, isPremium }: Pick<SavedEpisode, 'lockedAt' | 'isPremium'>,
  now: number,
): Partial<SavedEpisode> | null {
  if (status === 200 || (status === 402 && !isPremium))
    return { lockedAt: null, lockedFor: null, checkedAt: now };
  if (status === 402 || status === 404 || status === 451)
    return { lockedAt: lockedAt ?? now, lockedFor: 'taken', checkedAt: now };
  return null;
}

export const bytesOf = (episodes: readonly SavedEpisode[]): number =>
  episodes.reduce((sum, { bytes }) => sum + bytes, 0);
