/** True when this browser can show push notifications while our site is closed. Requires https. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** On iPhone and iPad, only sites on the home screen can push. */
export const needsHomeScreen = (): boolean =>
  /iP(?:hone|ad|od)/.test(navigator.userAgent) && !('PushManager' in globalThis);
