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

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function keep(key: string, value: object | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full or forbidden: the value lasts until the page is left.
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

export function readSetting(): KeptSetting | null {
  const kept = read(SETTING);
  return isObject(kept) ? { ...USUAL, at: 0, ...kept } : null;
}

export const keepSetting = (setting: KeptSetting): void => keep(SETTING, setting);

export function readDraft(episodeId: string): Draft | null {
  const { text, key, place = null } = (read(DRAFT + episodeId) ?? {}) as Partial<Draft>;
  return typeof text === 'string' && typeof key === 'string' ? { text, key, place } : null;
}

export const keepDraft = (episodeId: string, draft: Draft | null): void =>
  keep(DRAFT + episodeId, draft === null || draft.text === '' ? null : draft);

export function readUnsent(): Unsent[] {
  const kept = read(UNSENT);
  if (!Array.isArray(kept)) return [];
  return kept.filter((one: Partial<Unsent> | null): one is Unsent => {
    if (!one?.place || typeof one.body !== 'string' || typeof one.key !== 'string') return false;
    return Date.now() - (one.at ?? 0) < UNSENT_MAX_MS;
  });
}

export const keepUnsent = (all: readonly Unsent[]): void =>
  keep(UNSENT, all.length === 0 ? null : all.slice(-UNSENT_MAX_COUNT));

/** Brings readers back to their draft after they sign in. */
export function noteReturn(episodeId: string): void {
  try {
    sessionStorage.setItem(RETURN, episodeId);
  } catch {
    // Storage may be forbidden.
  }
}

/** True only once. */
export function isReturn(episodeId: string): boolean {
  try {
    const isSame = sessionStorage.getItem(RETURN) === episodeId;
    if (isSame) sessionStorage.removeItem(RETURN);
    return isSame;
  } catch {
    return false;
  }
}
