/** Names and cache keys shared by the worker and the pages. They apply to every release, so this file only grows. */

export const WORKER = '/sw.js';
export const CHANNEL = 'saved';
export const SHELF = 'tsuzuki-shelf';
const SAVED = 'tsuzuki-saved-';
const SHELL = 'tsuzuki-shell-';

export const savedCache = (episodeId: string): string => SAVED + episodeId;
export const shellCache = (build: string): string => SHELL + build;
export const isShellCache = (name: string): boolean => name.startsWith(SHELL);
export const isSavedCache = (name: string): boolean => name.startsWith(SAVED);

/** The list of saved episodes. Offline, it replaces pages that are not saved. */
export const OFFLINE_PATH = '/offline';

const PICTURE = /^(\/media\/[\w-]+\/\w+\/(?:\d+-)?\d+)-\d+\.\w+$/;

/** The same for every size and format: one saved variant stands for all. Null for other paths. */
export const pictureKey = (path: string): string | null => PICTURE.exec(path)?.[1] ?? null;

/** The first chapter of a novel has the episode's own address. */
export const chapterAddress = (address: string, chapter: number): string =>
  chapter > 1 ? `${address}?chapter=${chapter}` : address;

export type Order =
  | { type: 'save'; episodeId: string; address: string; width: number; isSignedIn: boolean }
  | { type: 'remove'; episodeId: string }
  | { type: 'account'; account: string | null }
  | { type: 'limit'; bytes: number }
  /** Resumes interrupted saving, and asks the server what is still unlocked. */
  | { type: 'tidy' }
  /** The account whose notifications this device shows, or null. */
  | { type: 'pushed'; account: string | null; installed: boolean }
  /** Closes the notifications of these ids. */
  | { type: 'read'; ids: readonly string[]; installed: boolean };
