/** The frame around a chapter sleeps until somebody reaches for it: a press that comes first is made up for. */

/** After so long its link leads where it leads. */
const PATIENCE_MS = 4000;

/** Resolves when the script of the frame is there, which may be with the next line only. */
export function awake(host: HTMLElement): Promise<unknown> {
  if (host.hasAttribute('awake')) return Promise.resolve();
  return new Promise((resolve) => {
    const seen = new MutationObserver(() => {
      if (!host.hasAttribute('awake')) return;
      seen.disconnect();
      resolve(seen);
    });
    seen.observe(host, { attributes: true });
    // The loader wakes what is touched (../runtime/loader.ts).
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
  // A reader with an account may have liked or subscribed; hearts and marks show that at once.
  if (/(^|; )signed_in=1/.test(document.cookie)) void awake(host);
  addEventListener('offline', () => void awake(host));
  // What is said without a line stands in the panels, which come when it is told that there is none.
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
