/** The frame around a chapter sleeps until the reader uses it. An early press is repeated. */

/** After this time, a link is followed instead. */
const PATIENCE_MS = 4000;

/** Resolves when the frame's script has loaded, which may need a new connection. */
export function awake(host: HTMLElement): Promise<unknown> {
  if (host.hasAttribute('awake')) return Promise.resolve();
  return new Promise((resolve) => {
    const seen = new MutationObserver(() => {
      if (!host.hasAttribute('awake')) return;
      seen.disconnect();
      resolve(seen);
    });
    seen.observe(host, { attributes: true });
    // The loader wakes a touched host (../../runtime/loader.ts).
    host.dispatchEvent(new Event('focusin'));
  });
}

export async function pressAwake(host: HTMLElement, control: HTMLElement): Promise<void> {
  if ('tool' in control.dataset || 'likes' in control.dataset) {
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    await Promise.race([awake(host), patience]);
    if (!host.hasAttribute('awake') && control instanceof HTMLAnchorElement)
      return location.assign(control.href);
  }
  control.click();
}

export function wakeFrame(host: HTMLElement): void {
  // A signed-in reader may have liked or subscribed. Hearts and marks show that at once.
  if (/(^|; )signed_in=1/.test(document.cookie)) void awake(host);
  addEventListener('offline', () => void awake(host));
  // The offline bar is in the panels, which load on this event.
  if ('offline' in document.documentElement.dataset)
    void awake(host).then(() => dispatchEvent(new Event('offline')));
  host.addEventListener(
    'click',
    (event) => {
      if (host.hasAttribute('awake') || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const tool = event.target instanceof Element && event.target.closest<HTMLElement>('a[data-tool]');
      if (!tool) return;
      event.preventDefault();
      void pressAwake(host, tool);
    },
    { capture: true },
  );
}
