/** The page's side of the worker: brings it, tells it what is wanted, and hears what has changed. */
import { CHANNEL, type Order, WORKER } from './addresses.ts';
import type { ToldFailure } from './shelf.ts';

/** Without https there are no workers, and in some windows of privacy neither. */
export const canSave = (): boolean =>
  'serviceWorker' in navigator && 'caches' in globalThis && 'BroadcastChannel' in globalThis;

const isSignedIn = (): boolean => /(^|; )signed_in=1/.test(document.cookie);

export async function bringWorker(): Promise<void> {
  // The browser's own cache would hold a worker of yesterday.
  await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' });
}

async function order(what: Order): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(what);
}

/** Only a device that has a worker has anything to tell it of. */
async function orderIfThere(what: Order): Promise<void> {
  if (canSave() && (await navigator.serviceWorker.getRegistration())) await order(what);
}

/** Null: nobody is signed in. Without a line a cookie that has run out says nothing. */
export async function tellAccount(account: string | null): Promise<void> {
  if (!canSave() || !navigator.onLine) return;
  await bringWorker();
  await order({ type: 'account', account });
}

export const tidy = (): Promise<void> => orderIfThere({ type: 'tidy' });

export async function saveEpisode(episodeId: string, address: string): Promise<void> {
  await bringWorker();
  // Else the browser may clear it away by itself. It asks or decides; both answers are fine.
  void navigator.storage?.persist?.().catch(() => false);
  await order({ type: 'save', episodeId, address, width: widthOfScreen(), isSignedIn: isSignedIn() });
}

export const removeEpisode = (episodeId: string): Promise<void> => order({ type: 'remove', episodeId });

export const setLimit = async (bytes: number): Promise<void> => {
  await bringWorker();
  await order({ type: 'limit', bytes });
};

/** A page is at most as wide as the screen is when it is turned. */
const SHARP_MOST = 2;
const widthOfScreen = (): number =>
  Math.round(Math.min(screen.width, screen.height, 960) * Math.min(SHARP_MOST, devicePixelRatio));

/** Answers how to stop. */
export function onChange(listener: (failed: ToldFailure | null) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<ToldFailure | null>) => listener(data);
  return () => channel.close();
}
