/** Reloads the list after leaving during a removal, while pictures are processed, and after uploads. */
import { useEffect, useEffectEvent, useState } from 'react';
import { poll } from '../../poll.ts';
import { useWording } from '../../useRefusal.ts';
import { isProcessing, type PagesState, type Tell } from './state.ts';
import { isBusy } from './uploadQueue.ts';
import type { PagesOnServer } from './usePagesOnServer.ts';
import { takeLeft } from './useRemoval.ts';

export function useWatch(state: PagesState, refresh: PagesOnServer['refresh'], tell: Tell) {
  const wording = useWording();
  const [isStale, setStale] = useState(false);
  const look = useEffectEvent(refresh);
  useEffect(() => {
    if (!takeLeft()) return;
    setStale(true);
    look()
      // On failure the server-rendered list stays.
      .catch(() => undefined)
      .finally(() => setStale(false));
  }, []);

  const processing = isProcessing(state);
  const lookFailed = useEffectEvent((error: unknown) => tell.failed(wording(error).message));
  useEffect(() => {
    if (!processing) return;
    const gone = new AbortController();
    const again = async (): Promise<boolean> => {
      const { pages } = await look({ signal: gone.signal });
      return pages.some((page) => page.state === 'queued' || page.state === 'processing');
    };
    poll(again, gone.signal).catch((error) => gone.signal.aborted || lookFailed(error));
    return () => gone.abort();
  }, [processing]);

  const busy = isBusy(state.queue);
  const roundEnded = useEffectEvent(() => {
    refresh().catch((error) => tell.failed(wording(error).message));
  });
  useEffect(() => {
    if (!busy) return;
    return () => roundEnded();
  }, [busy]);
  useEffect(() => {
    if (!busy) return;
    // The browser asks whether to interrupt the uploads.
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [busy]);

  return { busy, isStale };
}
