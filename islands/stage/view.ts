/** A page that flashes by, or was opened in a tab nobody looks at, has not been read. */
const LOOKED_AT_MS = 1000;

/** Tells the server that the episode has been opened, once it was really seen. */
export function tellOfView(episodeId: string, signal: AbortSignal): void {
  const told = new AbortController();
  let timer = 0;
  const look = (): void => {
    clearTimeout(timer);
    if (document.visibilityState !== 'visible') return;
    timer = window.setTimeout(() => {
      told.abort();
      navigator.sendBeacon(`/api/episodes/${episodeId}/views`);
    }, LOOKED_AT_MS);
  };
  document.addEventListener('visibilitychange', look, { signal: AbortSignal.any([told.signal, signal]) });
  signal.addEventListener('abort', () => clearTimeout(timer));
  look();
}
