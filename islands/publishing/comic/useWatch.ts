/** Looks again at what the server has: after a page that was left, while pictures are processed, and after a round of uploads. */
import { useEffect, useEffectEvent, useState } from 'react';
import { poll } from '../../poll.ts';
import { useWording } from '../../useRefusal.ts';
import { isProcessing, type PagesState } from './state.ts';
import { isBusy } from './uploadQueue.ts';
import type { Tell } from './usePages.ts';
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
      // Then what the server drew stays, as it would without a look.
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
    // The browser asks in its own words whether the uploads may be cut off.
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [busy]);

  return { busy, isStale };
}
