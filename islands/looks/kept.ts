/** How novels are set, as this browser keeps it; `looks.ts` reads the same before anything is drawn. */
import type { Setting } from './types.ts';

export type KeptSetting = Setting & {
  /** Milliseconds since 1970. */
  at: number;
  /** The account knows of it, too. */
  isSent?: boolean;
};

const KEY = 'prose';

export const USUAL: Setting = {
  ground: 'system',
  letters: 'serif',
  size: 3,
  lines: 'book',
  margins: 'book',
  edge: 'ragged',
  hyphens: 'language',
  move: 'scroll',
};

export function readSetting(): KeptSetting | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return typeof kept === 'object' && kept !== null ? { ...USUAL, at: 0, ...kept } : null;
  } catch {
    // Storage may be forbidden, or hold what is none of ours.
    return null;
  }
}

export function keepSetting(setting: KeptSetting): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(setting));
  } catch {
    // Full or forbidden: it holds until the page is left.
  }
}
