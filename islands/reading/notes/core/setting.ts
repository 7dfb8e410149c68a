/** How notes are shown follows the account: the later choice wins, on any device. */
import { askAboutNotes } from './ask.ts';
import { keepSetting, readSetting, USUAL } from './local-storage.ts';
import type { Setting } from './types.ts';

/** Waits until the reader stops trying settings. */
const SETTLED_MS = 1000;
/** A newer choice gets the server's time, because a device's clock may be wrong. */
const NOW_MS = 60_000;

let timer = 0;

export const isSignedIn = (): boolean => /(^|; )signed_in=1/.test(document.cookie);

export function shownSetting(): Setting {
  const { shown, density, strength } = readSetting() ?? USUAL;
  return { shown, density, strength };
}

export function changeSetting(change: Partial<Setting>): Setting {
  const setting = { ...shownSetting(), ...change };
  keepSetting({ ...setting, at: Date.now() });
  clearTimeout(timer);
  timer = window.setTimeout(() => void sendSetting(), SETTLED_MS);
  return setting;
}

/** Applies a later choice from elsewhere and returns it. Returns null to keep this browser's choice. */
export function takeSetting(known: (Setting & { chosen_at: string }) | null | undefined): Setting | null {
  const here = readSetting();
  const at = Date.parse(known?.chosen_at ?? '');
  if (!known || (here && here.at >= at)) {
    if (here && !here.isSent) void sendSetting();
    return null;
  }
  const { chosen_at: _at, ...setting } = known;
  keepSetting({ ...setting, at, isSent: true });
  return setting;
}

/** Also sends a visitor's choice after they sign in. */
async function sendSetting(): Promise<void> {
  const kept = readSetting();
  if (!kept || kept.isSent || !isSignedIn()) return;
  const { at, isSent: _sent, ...setting } = kept;
  const isLate = Date.now() - at > NOW_MS;
  const notes = { ...setting, ...(isLate && { chosen_at: new Date(at).toISOString() }) };
  const { ok, status } = await askAboutNotes('PUT /library/settings', { body: { notes } });
  const now = readSetting();
  if ((ok || status === 422) && now?.at === at) keepSetting({ ...now, isSent: true });
}
