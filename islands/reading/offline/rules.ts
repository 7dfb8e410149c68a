/** Rules for saved episodes: how long, for whom and how much (decisions.md §6). Pure decisions. */

const DAY_MS = 24 * 60 * 60 * 1000;
/** An episode expires when unread for this long. */
export const UNREAD_MS = 30 * DAY_MS;
/** A locked episode leaves the device after this time. */
export const LOCKED_MS = 7 * DAY_MS;
/** How long the list mentions an expired episode. */
const TOLD_MS = 30 * DAY_MS;
/** Maximum age of the server's answer about an unlock. */
export const CHECK_MS = 60 * 60 * 1000;

const MB = 1_000_000;
export const LIMIT_BYTES = 500 * MB;
export const LIMITS_BYTES = [100 * MB, 250 * MB, LIMIT_BYTES, 1000 * MB, 2000 * MB] as const;
/** Bounded because the list is read as a whole. */
export const EPISODES_MAX_COUNT = 500;

/** `line`: no answer; `full`: the device has no room; `limit`: the reader's limit; `refused`: not readable. */
export type Failure = 'line' | 'full' | 'limit' | 'refused';

export type SavedEpisode = {
  id: string;
  /** Address of the reader's page, with its language. */
  address: string;
  storyTitle: string;
  number: number;
  title: string;
  language: string;
  isNovel: boolean;
  isPremium: boolean;
  thumbnail: string | null;
  /** Account that saved the episode; null for a visitor. */
  owner: string | null;
  /** Picture keys of each page, or of each saved chapter (./addresses.ts). */
  pages: string[][];
  files: string[];
  /** Minimum width of its pictures, in pixels of the screen. */
  width: number;
  items: number;
  kept: number;
  bytes: number;
  phase: 'saving' | 'ready' | 'failed';
  failure: Failure | null;
  /** Milliseconds since 1970, like all times below. */
  savedAt: number;
  readAt: number;
  checkedAt: number;
  lockedAt: number | null;
  /** `left`: its account is signed out; `taken`: the server says that it is no longer readable. */
  lockedFor: 'left' | 'taken' | null;
  expiredAt: number | null;
};

/** Device state besides the episodes. `account`: the signed-in account. */
export type Shelf = { account: string | null; limitBytes: number };

export type SavedState = SavedEpisode['phase'] | 'locked' | 'expired' | 'foreign';

/** Saved under another account than the signed-in one, so nothing mentions it. */
const isForeign = ({ owner }: SavedEpisode, { account }: Shelf): boolean =>
  owner !== null && account !== null && owner !== account;

/** Another person may have the device now, so purchases of a signed-out account stay unnamed. */
export const isNamed = (episode: SavedEpisode, shelf: Shelf): boolean =>
  !episode.isPremium || episode.owner === shelf.account;

/** Premium episodes are readable only for their account, free ones also after sign-out. */
const isOutOfReach = (episode: SavedEpisode, shelf: Shelf): boolean =>
  isForeign(episode, shelf) || (episode.isPremium && episode.owner !== shelf.account);

export function stateOf(episode: SavedEpisode, shelf: Shelf): SavedState {
  if (isForeign(episode, shelf)) return 'foreign';
  if (episode.expiredAt !== null) return 'expired';
  if (episode.lockedAt !== null || isOutOfReach(episode, shelf)) return 'locked';
  return episode.phase;
}

export const isReadable = (episode: SavedEpisode, shelf: Shelf): boolean =>
  ['saving', 'ready', 'failed'].includes(stateOf(episode, shelf));

/** `keep`: no change; `forget`: removes pages and entry; `change`: changes the entry; `erase`: removes pages, too. */
export type Fate =
  | { kind: 'keep' }
  | { kind: 'forget' }
  | { kind: 'change'; change: Partial<SavedEpisode>; erase: boolean };

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
 * Applies the server's answer; no answer changes nothing. A free episode stays saved when it gets a price (402). It
 * locks when unpublished, blocked or deleted (404), or closed to this country (451).
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
