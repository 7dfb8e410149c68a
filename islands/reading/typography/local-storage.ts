/** How novels are set, as this browser keeps it; `typography.ts` reads the same before anything is drawn. */
import { SETTING, SIZES_REM, usualSetting } from '../../../server/domains/reading/library/rules.ts';
import type { Setting } from './types.ts';

export type KeptSetting = Setting & {
  /** Milliseconds since 1970. */
  at: number;
  /** The account knows of it, too. */
  isSent?: boolean;
};

const KEY = 'prose';

/** As the page shows it now: of what was chosen elsewhere meanwhile a reader has seen nothing yet. */
export function shownSetting(): Setting {
  const { dataset, style } = document.documentElement;
  const rems = Number.parseFloat(style.getPropertyValue('--set-size'));
  const size = (SIZES_REM as readonly number[]).indexOf(rems) + 1;
  const usual = usualSetting();
  const names = Object.keys(SETTING) as (keyof typeof SETTING)[];
  const chosen = Object.fromEntries(names.map((name) => [name, dataset[name] ?? usual[name]]));
  return { ...usual, ...chosen, size: size || usual.size };
}

export function readSetting(): KeptSetting | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return typeof kept === 'object' && kept !== null ? { ...usualSetting(), at: 0, ...kept } : null;
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
