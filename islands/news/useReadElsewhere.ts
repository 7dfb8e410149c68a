import { useEffect } from 'react';
import { canPush } from '../push/canPush.ts';
import type { NewsGroup } from './news.ts';

/** What this device shows goes as soon as it was read here or elsewhere. */
export function useReadElsewhere(groups: readonly NewsGroup[]): void {
  useEffect(() => {
    if (!canPush()) return;
    const read = groups.flatMap(({ rows }) => rows.filter((row) => row.read || row.gone).map(({ id }) => id));
    void navigator.serviceWorker
      .getRegistration()
      .then((registration) => registration?.active?.postMessage({ type: 'read', ids: read }));
  }, [groups]);
}
