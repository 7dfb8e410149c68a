/** Shows push messages in the worker, while no page of ours is open. */
import { product } from '../../../server/lib/product.ts';
import { scope } from './scope.ts';
import { readPushed, writePushed } from './shelf.ts';

/** Written by the server (server/domains/notifications/notifications/pushes.ts). */
type Told = {
  id: string;
  title: string;
  body: string;
  url: string;
  icon: string | null;
  lang: string;
  unread: number;
};

const NEWS = '/notifications';

/** Unreadable messages are shown, too: otherwise browsers show a notification of their own. */
export async function showPush(data: { json(): unknown } | null): Promise<void> {
  const told = read(data);
  const shown = {
    body: told?.body ?? '',
    tag: told?.id ?? 'news',
    lang: told?.lang ?? '',
    dir: 'auto' as const,
    icon: told?.icon ?? '/icon-192.png',
    badge: '/icon-192.png',
    data: told?.url ?? NEWS,
  };
  // Fails when the user has withdrawn permission in the browser.
  await scope.registration.showNotification(told?.title ?? product.name, shown).catch(() => undefined);
  if (told) await setBadge(told.unread);
}

function read(data: { json(): unknown } | null): (Partial<Told> & Pick<Told, 'unread'>) | null {
  try {
    const told = data?.json() as Partial<Told> | null | undefined;
    if (typeof told !== 'object' || told === null) return null;
    // Only addresses of this site are allowed.
    const isOurs = typeof told.url === 'string' && /^\/(?!\/)/.test(told.url);
    return { ...told, url: isOurs ? told.url : NEWS, unread: Number(told.unread) || 0 } as Told;
  } catch {
    return null;
  }
}

/** Only an installed app has a badge. Some browsers without its window end the worker, and no feature detects this. */
async function setBadge(count: number): Promise<void> {
  if (!('setAppBadge' in navigator) || !(await readPushed()).installed) return;
  try {
    await (navigator as { setAppBadge(count: number): Promise<void> }).setAppBadge(count);
  } catch {
    // The system may forbid it.
  }
}

/** Opens the page in the window that already shows it, else in a new one. Other windows stay. */
export async function openPush(notification: Notification): Promise<void> {
  notification.close();
  const url = new URL(String(notification.data ?? NEWS), location.origin);
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find((window) => window.url === url.href);
  // A window that cannot be focused does not count.
  const isThere = await there?.focus().catch(() => undefined);
  if (!isThere) await scope.clients.openWindow(url.href).catch(() => undefined);
}

export async function closeRead(ids: readonly string[], isApp = false): Promise<void> {
  const pushed = await readPushed();
  if (isApp && !pushed.installed) await writePushed({ ...pushed, installed: true });
  const known = new Set(ids);
  for (const shown of await scope.registration.getNotifications()) if (known.has(shown.tag)) shown.close();
}

/** Called on sign-out, so that no notification of the account stays. */
export async function closeAll(): Promise<void> {
  for (const shown of await scope.registration.getNotifications()) shown.close();
  await setBadge(0);
}

export async function setOwner(account: string | null, isApp = false): Promise<void> {
  if (account === null) await closeAll();
  const { installed } = await readPushed();
  await writePushed({ account, installed: isApp || (installed ?? false) });
}

/**
 * The server forgets a device with its session, so the account that agreed here registers again. Null when no account
 * matters.
 */
export async function renew(account: string | null): Promise<void> {
  const { account: owner } = await readPushed();
  if (owner === null || (account !== null && account !== owner)) return;
  const address = await addressNow();
  if (!address) return;
  const { endpoint, keys } = address.toJSON();
  await fetch('/api/user/push_subscriptions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  }).catch(() => undefined);
}

/** Null when the browser would have to ask the user first. */
async function addressNow(): Promise<PushSubscription | null> {
  const { pushManager } = scope.registration;
  if (!pushManager) return null;
  const known = await pushManager.getSubscription();
  if (known) return known;
  try {
    const reply = await fetch('/api/user/push_subscriptions', { headers: { accept: 'application/json' } });
    if (!reply.ok) return null;
    const { public_key: applicationServerKey } = (await reply.json()) as { public_key: string };
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  } catch {
    return null;
  }
}
