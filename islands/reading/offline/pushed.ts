/** What the worker shows of what a push service brings, while no page of ours is open. */
import { product } from '../../../server/lib/product.ts';
import { scope } from './scope.ts';
import { readPushed, writePushed } from './shelf.ts';

/** What the server writes (server/domains/notifications/notifications/pushes.ts). */
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

/** Browsers show something of their own for what shows nothing, so that what cannot be read is told, too. */
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
  // Refused by who has taken their yes back in the browser itself.
  await scope.registration.showNotification(told?.title ?? product.name, shown).catch(() => undefined);
  if (told) await setBadge(told.unread);
}

function read(data: { json(): unknown } | null): (Partial<Told> & Pick<Told, 'unread'>) | null {
  try {
    const told = data?.json() as Partial<Told> | null | undefined;
    if (typeof told !== 'object' || told === null) return null;
    // Its address is one of ours, whatever came.
    const isOurs = typeof told.url === 'string' && /^\/(?!\/)/.test(told.url);
    return { ...told, url: isOurs ? told.url : NEWS, unread: Number(told.unread) || 0 } as Told;
  } catch {
    return null;
  }
}

/**
 * Only an installed app has an icon that can show it. A browser without a window for it ends whoever asks, and no feature
 * tells that, so that none is asked before the app has been seen to be one.
 */
async function setBadge(count: number): Promise<void> {
  if (!('setAppBadge' in navigator) || !(await readPushed()).installed) return;
  try {
    await (navigator as { setAppBadge(count: number): Promise<void> }).setAppBadge(count);
  } catch {
    // The system may forbid it.
  }
}

/** The exact place: in the window that shows it already, else in a new one. What somebody reads elsewhere stays open. */
export async function openPush(notification: Notification): Promise<void> {
  notification.close();
  const url = new URL(String(notification.data ?? NEWS), location.origin);
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find((window) => window.url === url.href);
  // A window that may not come to the front is as good as none.
  const isThere = await there?.focus().catch(() => undefined);
  if (!isThere) await scope.clients.openWindow(url.href).catch(() => undefined);
}

export async function closeRead(ids: readonly string[], isApp = false): Promise<void> {
  const pushed = await readPushed();
  if (isApp && !pushed.installed) await writePushed({ ...pushed, installed: true });
  const known = new Set(ids);
  for (const shown of await scope.registration.getNotifications()) if (known.has(shown.tag)) shown.close();
}

/** Somebody has signed out: what is theirs is not left standing. */
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
 * The server forgets a device with the session: who had said yes here and signs in again is told here again. Null: the
 * browser has changed its address, whoever is signed in.
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

/** Null when the browser asks its reader first. */
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
