/** The page's side of the worker: registers it, sends orders and listens for changes. */
import { CHANNEL, type Order, WORKER } from './addresses.ts';
import type { ToldFailure } from './shelf.ts';

/** Without https, and in some private windows, there are no workers. */
export const canSave = (): boolean =>
  'serviceWorker' in navigator && 'caches' in globalThis && 'BroadcastChannel' in globalThis;

const isSignedIn = (): boolean => /(^|; )signed_in=1/.test(document.cookie);

export async function bringWorker(): Promise<void> {
  // The browser's HTTP cache may hold an old worker.
  await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' });
}

async function order(what: Order): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(what);
}

async function orderIfThere(what: Order): Promise<void> {
  if (canSave() && (await navigator.serviceWorker.getRegistration())) await order(what);
}

/** Null when signed out. Does nothing offline, where an expired cookie proves nothing. */
export async function tellAccount(account: string | null): Promise<void> {
  if (!canSave() || !navigator.onLine) return;
  await bringWorker();
  await order({ type: 'account', account });
}

export const tidy = (): Promise<void> => orderIfThere({ type: 'tidy' });

export async function saveEpisode(episodeId: string, address: string): Promise<void> {
  await bringWorker();
  // Otherwise the browser may clear the cache by itself. Both answers are fine.
  void navigator.storage?.persist?.().catch(() => false);
  await order({ type: 'save', episodeId, address, width: widthOfScreen(), isSignedIn: isSignedIn() });
}

export const removeEpisode = (episodeId: string): Promise<void> => order({ type: 'remove', episodeId });

export const setLimit = async (bytes: number): Promise<void> => {
  await bringWorker();
  await order({ type: 'limit', bytes });
};

/** Pages are at most as wide as the shorter side of the screen, at most at this pixel density. */
const SHARP_MOST = 2;
const widthOfScreen = (): number =>
  Math.round(Math.min(screen.width, screen.height, 960) * Math.min(SHARP_MOST, devicePixelRatio));

export function onChange(listener: (failed: ToldFailure | null) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<ToldFailure | null>) => listener(data);
  return () => channel.close();
}
