/** A page that flashes by, or was opened in a tab nobody looks at, has not been read. */
const LOOKED_AT_MS = 1000;

/** Tells the server that the episode has been opened, once it was really seen. Answers how to stop waiting for that. */
export function tellOfView(episodeId: string): () => void {
  const stopped = new AbortController();
  let timer = 0;
  const look = () => {
    clearTimeout(timer);
    if (document.visibilityState !== 'visible') return;
    timer = window.setTimeout(() => {
      stopped.abort();
      navigator.sendBeacon(`/api/episodes/${episodeId}/views`);
    }, LOOKED_AT_MS);
  };
  document.addEventListener('visibilitychange', look, { signal: stopped.signal });
  look();
  return () => {
    clearTimeout(timer);
    stopped.abort();
  };
}
