/** How novels are set follows the account: the later choice wins, on any device. */

import type { Setting } from '../../../server/domains/reading/library/rules.ts';
import { putJson } from '../stage/choices.ts';
import { keepSetting, readSetting } from './local-storage.ts';

/** Waits until the reader stops trying settings. */
const SETTLED_MS = 1000;
/** A newer choice gets the server's time, because a device's clock may be wrong. */
const NOW_MS = 60_000;

let timer = 0;

/** Shows a later choice from elsewhere. A reader who has already started sees it from the next chapter on. */
export function takeSetting(known: (Setting & { chosen_at: string }) | null): void {
  const here = readSetting();
  const at = Date.parse(known?.chosen_at ?? '');
  if (!known || (here && here.at >= at)) {
    if (here && !here.isSent) void sendSetting();
    return;
  }
  const { chosen_at: _at, ...setting } = known;
  keepSetting({ ...setting, at, isSent: true });
  if (document.documentElement.dataset.read === undefined) void globalThis.setProse?.(setting);
}

export function sendSettingSoon(): void {
  clearTimeout(timer);
  timer = window.setTimeout(sendSetting, SETTLED_MS);
}
addEventListener('pagehide', () => void sendSetting());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void sendSetting();
});

/** Also sends a visitor's choice after they sign in. */
export async function sendSetting(): Promise<void> {
  clearTimeout(timer);
  const kept = readSetting();
  if (!kept || kept.isSent || !/(^|; )signed_in=1/.test(document.cookie)) return;
  const { at, isSent: _sent, ...setting } = kept;
  const isLate = Date.now() - at > NOW_MS;
  const prose = { ...setting, ...(isLate && { chosen_at: new Date(at).toISOString() }) };
  if (!(await putJson('library/settings', { prose }))) return;
  const now = readSetting();
  if (now?.at === at) keepSetting({ ...now, isSent: true });
}
