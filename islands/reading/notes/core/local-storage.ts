/** Short notes in this browser: display settings, drafts and unsent notes. */
import type { Draft, Setting, Unsent } from './types.ts';

export const USUAL: Setting = { shown: true, density: 'some', strength: 8 };

export type KeptSetting = Setting & {
  /** Milliseconds since 1970. */
  at: number;
  /** True when the account has it, too. */
  isSent?: boolean;
};

const SETTING = 'notes';
const UNSENT = 'notes-unsent';
const RETURN = 'notes-return';
const DRAFT = 'note-draft:';
const UNSENT_MAX_COUNT = 20;
const UNSENT_MAX_MS = 7 * 24 * 60 * 60 * 1000;

/** Null when storage is full or forbidden. Then values last until the page is left. */
function attempt<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch {
    return null;
  }
}

const read = <T>(key: string): Partial<T> | null =>
  attempt(() => JSON.parse(localStorage.getItem(key) ?? 'null'));

const keep = (key: string, value: object | null): unknown =>
  attempt(() =>
    value === null ? localStorage.removeItem(key) : localStorage.setItem(key, JSON.stringify(value)),
  );

export function readSetting(): KeptSetting | null {
  const kept = read<KeptSetting>(SETTING);
  return typeof kept === 'object' && kept ? { ...USUAL, at: 0, ...kept } : null;
}

export const keepSetting = (setting: KeptSetting): unknown => keep(SETTING, setting);

export function readDraft(episodeId: string): Draft | null {
  const { text, key, place = null } = read<Draft>(DRAFT + episodeId) ?? {};
  return typeof text === 'string' && typeof key === 'string' ? { text, key, place } : null;
}

export const keepDraft = (episodeId: string, draft: Draft | null): unknown =>
  keep(DRAFT + episodeId, draft?.text ? draft : null);

export function readUnsent(): Unsent[] {
  const kept: unknown = read(UNSENT);
  if (!Array.isArray(kept)) return [];
  return kept.filter((one: Partial<Unsent> | null): one is Unsent => {
    if (!one?.place || typeof one.body !== 'string' || typeof one.key !== 'string') return false;
    return Date.now() - (one.at ?? 0) < UNSENT_MAX_MS;
  });
}

export const keepUnsent = (all: readonly Unsent[]): unknown =>
  keep(UNSENT, all.length === 0 ? null : all.slice(-UNSENT_MAX_COUNT));

/** Brings readers back to their draft after they sign in. */
export const noteReturn = (episodeId: string): unknown =>
  attempt(() => sessionStorage.setItem(RETURN, episodeId));

/** True only once. */
export const isReturn = (episodeId: string): boolean =>
  attempt(() => {
    const isSame = sessionStorage.getItem(RETURN) === episodeId;
    if (isSame) sessionStorage.removeItem(RETURN);
    return isSame;
  }) === true;
