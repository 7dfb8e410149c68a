/** How novels are set, in this browser. `typography.ts` reads the same before the first paint. */

import type { Setting } from '../../../server/domains/reading/library/rules.ts';
import { SETTING, SIZES_REM, usualSetting } from '../../../server/domains/reading/library/rules.ts';

export type KeptSetting = Setting & {
  /** Milliseconds since 1970. */
  at: number;
  /** True when the account has it, too. */
  isSent?: boolean;
};

const KEY = 'prose';

/** The setting that the page shows now. A later choice from elsewhere may not be visible yet. */
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
    return null;
  }
}

export function keepSetting(setting: KeptSetting): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(setting));
  } catch {
    // Full or forbidden: the choice lasts until the page is left.
  }
}
