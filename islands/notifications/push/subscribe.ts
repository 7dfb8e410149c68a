import { ApiError, api } from '../../api.ts';
import { isInstalled } from '../unread.ts';
import { canPush, needsHomeScreen } from './canPush.ts';

/** The service worker's file, as in ../../reading/offline/addresses.ts. Repeated here to avoid loading that file. */
const WORKER = '/sw.js';

/** Each outcome is a text key of `notifications`. */
export type Outcome = 'done' | 'refused' | 'unsupported' | 'needsApp' | 'pushFailed' | 'failed';

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

/** Call only after a button press, since browsers then ask for permission. */
export async function tellHere(account: string, publicKey: string): Promise<Outcome> {
  if (!canPush()) return needsHomeScreen() ? 'needsApp' : 'unsupported';
  let address: PushSubscription;
  try {
    if ((await Notification.requestPermission()) !== 'granted') return 'refused';
    await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' });
    const { pushManager } = await navigator.serviceWorker.ready;
    address = await subscribe(pushManager, bytesOf(publicKey));
  } catch {
    return 'pushFailed';
  }
  const { endpoint, keys } = address.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) return 'pushFailed';
  try {
    const body = { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } };
    await api('POST /user/push_subscriptions', { body });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return 'failed';
  }
  await tellWorker(account);
  return 'done';
}

/** An old subscription with another key blocks this one: the site was set up again. */
async function subscribe(manager: PushManager, key: BufferSource): Promise<PushSubscription> {
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await manager.subscribe(wanted);
  } catch (error) {
    const old = await manager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return manager.subscribe(wanted);
  }
}

export async function stopHere(): Promise<Outcome> {
  try {
    await api('DELETE /user/push_subscriptions', { body: {} });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return 'failed';
  }
  if (!canPush()) return 'done';
  try {
    await tellWorker(null);
    const registration = await navigator.serviceWorker.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
  } catch {
    // The server no longer sends, whatever the browser keeps.
  }
  return 'done';
}

async function tellWorker(account: string | null): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  registration?.active?.postMessage({ type: 'pushed', account, installed: isInstalled() });
}
