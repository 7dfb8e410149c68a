import { useEffect } from 'react';
import type { NewsGroup } from './news.ts';

/** What this device shows goes as soon as it was read here or elsewhere. */
export function useReadElsewhere(groups: readonly NewsGroup[]): void {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const read = groups.flatMap(({ rows }) => rows.filter((row) => row.read || row.gone).map(({ id }) => id));
    void navigator.serviceWorker
      .getRegistration()
      .then((registration) => registration?.active?.postMessage({ type: 'read', ids: read }));
  }, [groups]);
}
