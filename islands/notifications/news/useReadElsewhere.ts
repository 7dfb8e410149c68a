import { useEffect } from 'react';
import { isInstalled } from '../unread.ts';
import type { NewsGroup } from './news.ts';

/** Closes device notifications once they are read, here or elsewhere. */
export function useReadElsewhere(groups: readonly NewsGroup[]): void {
  useEffect(() => {
    const read = groups.flatMap(({ rows }) => rows.filter((row) => row.read || row.gone).map(({ id }) => id));
    closeOnDevice(read);
  }, [groups]);
}

export function closeOnDevice(ids: readonly string[]): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker
    .getRegistration()
    .then((registration) =>
      registration?.active?.postMessage({ type: 'read', ids, installed: isInstalled() }),
    )
    // Private windows may have no service worker.
    .catch(() => undefined);
}
