/** Whether this browser can show what is told while no page of ours is open; without https it cannot. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** On iPhone and iPad only what was put on the home screen can. */
export const needsHomeScreen = (): boolean =>
  /iP(?:hone|ad|od)/.test(navigator.userAgent) && !('PushManager' in globalThis);
