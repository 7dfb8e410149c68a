/** A page that flashes by, or opens in a hidden tab, has not been read. */
const LOOKED_AT_MS = 1000;

const told = new Set<string>();

/** Tells the server once per visit that the episode was really seen. */
export function tellOfView(episodeId: string, signal: AbortSignal): void {
  if (told.has(episodeId)) return;
  const done = new AbortController();
  let timer = 0;
  const look = (): void => {
    clearTimeout(timer);
    if (document.visibilityState !== 'visible') return;
    timer = window.setTimeout(() => {
      done.abort();
      told.add(episodeId);
      navigator.sendBeacon(`/api/episodes/${episodeId}/views`);
    }, LOOKED_AT_MS);
  };
  document.addEventListener('visibilitychange', look, { signal: AbortSignal.any([done.signal, signal]) });
  signal.addEventListener('abort', () => clearTimeout(timer));
  look();
}
