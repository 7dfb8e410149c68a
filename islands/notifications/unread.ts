/** Number of unread notifications: sent to all tabs of this browser, and to the icon of an installed app. */
const CHANNEL = 'unread';

export function tellUnread(count: number): void {
  void showOnIcon(count);
  if (!('BroadcastChannel' in globalThis)) return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(count);
  channel.close();
}

export function hearUnread(hear: (count: number) => void, signal: AbortSignal): void {
  if (!('BroadcastChannel' in globalThis)) return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<number>) => hear(data);
  signal.addEventListener('abort', () => channel.close());
}

/** Only an installed app has an icon. Some browsers without icons crash the page on the call, so we check first. */
export const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches;

async function showOnIcon(count: number): Promise<void> {
  if (!('setAppBadge' in navigator) || !isInstalled()) return;
  try {
    await navigator.setAppBadge(count);
  } catch {
    // The reader's system may forbid badges.
  }
}
