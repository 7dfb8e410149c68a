/** The desk of the surrounding reader, with all of its changes. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Desk } from './types.ts';

const never = (): (() => void) => () => undefined;
const zero = (): number => 0;

/** Null until the desk is open, and on the server. Loads notes while the component is mounted. */
export function useDesk(): Desk | null {
  const [desk, setDesk] = useState<Desk | null>(null);
  useEffect(() => {
    const host = document.querySelector<HTMLElement>('tsuzuki-island[name=stage]');
    let latest = 0;
    const take = (): void => {
      latest += 1;
      const turn = latest;
      void host?.notes?.().then(
        (opened) => turn === latest && setDesk(opened),
        () => undefined,
      );
    };
    take();
    // Another episode has come into sight.
    host?.addEventListener('notes', take);
    return () => {
      latest += 1;
      host?.removeEventListener('notes', take);
    };
  }, []);
  useEffect(() => desk?.open(), [desk]);
  useSyncExternalStore(desk?.onChange ?? never, desk?.version ?? zero, zero);
  return desk;
}
