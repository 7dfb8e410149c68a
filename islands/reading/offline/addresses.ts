/** What the worker and the pages agree on: names, and the keys under which pictures lie. Holds for every release, so it only grows. */

export const WORKER = '/sw.js';
export const CHANNEL = 'saved';
export const SHELF = 'tsuzuki-shelf';
const SAVED = 'tsuzuki-saved-';
const SHELL = 'tsuzuki-shell-';

export const savedCache = (episodeId: string): string => SAVED + episodeId;
export const shellCache = (build: string): string => SHELL + build;
export const isShellCache = (name: string): boolean => name.startsWith(SHELL);
export const isSavedCache = (name: string): boolean => name.startsWith(SAVED);

/** The list of what is saved; shown in place of what cannot be shown without a line. */
export const OFFLINE_PATH = '/offline';

const PICTURE = /^(\/media\/[\w-]+\/\w+\/(?:\d+-)?\d+)-\d+\.\w+$/;

/** A picture whatever its size and format: one of them is kept and stands for all. Null for what is no picture. */
export const pictureKey = (path: string): string | null => PICTURE.exec(path)?.[1] ?? null;

/** Of a chapter of a novel; the first has the episode's own. */
export const chapterAddress = (address: string, chapter: number): string =>
  chapter > 1 ? `${address}?chapter=${chapter}` : address;

/** What pages ask of the worker. */
export type Order =
  | { type: 'save'; episodeId: string; address: string; width: number; isSignedIn: boolean }
  | { type: 'remove'; episodeId: string }
  /** Who is signed in; null for nobody. */
  | { type: 'account'; account: string | null }
  | { type: 'limit'; bytes: number }
  /** Goes on with what was interrupted, and asks the server what is still unlocked. */
  | { type: 'tidy' }
  /** Whose notifications this device shows; null for nobody's. */
  | { type: 'pushed'; account: string | null; installed: boolean }
  /** These were read: what is shown of them goes. */
  | { type: 'read'; ids: readonly string[]; installed: boolean };
