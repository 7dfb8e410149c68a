/** How many notifications are unread: told to every tab of this browser, and to the icon of the app where it is one. */
const CHANNEL = 'unread';

export function tellUnread(count: number): void {
  void showOnIcon(count);
  if (!('BroadcastChannel' in globalThis)) return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(count);
  channel.close();
}

/** What other tabs know, and other parts of this one. */
export function hearUnread(hear: (count: number) => void, signal: AbortSignal): void {
  if (!('BroadcastChannel' in globalThis)) return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<number>) => hear(data);
  signal.addEventListener('abort', () => channel.close());
}

/** Only an installed app has an icon. A browser without any may end a page that asks for it, so that none is asked. */
export const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches;

async function showOnIcon(count: number): Promise<void> {
  if (!('setAppBadge' in navigator) || !isInstalled()) return;
  try {
    await navigator.setAppBadge(count);
  } catch {
    // The reader's system may forbid it.
  }
}
