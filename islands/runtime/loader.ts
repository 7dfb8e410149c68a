/**
 * Wakes islands: when idle after loading, near the screen, or at the first touch. Delegates events. Callbacks of custom
 * elements may run before children are parsed, and twice when streamed.
 */
type Hydrate = (host: HTMLElement) => Promise<void>;

const TAG = 'tsuzuki-island';
const root = document.documentElement;
const started = new WeakMap<Element, Promise<void>>();
/** Number of things to wait for before the page is ready: first idle time, waking islands, notices. */
let awaited = 1;
let failed = 0;

export type HoldReady = (more: 1 | -1) => void;

/** `<html data-ready>` tells assistive tools and automation that the page is ready (ARCHITECTURE.md). */
export const holdReady: HoldReady = (more) => {
  awaited += more;
  root.toggleAttribute('data-ready', !awaited);
};

const tellFailed: HoldReady = (more) => {
  failed += more;
  root.toggleAttribute('data-failed', !!failed);
};

function wake(host: HTMLElement, priority: 'low' | 'high'): Promise<void> {
  let waking = started.get(host);
  if (!waking) {
    holdReady(1);
    // ERR-42, OPS-15: the HTML stays, the rest works, and a line at the bottom says so (pages/base.css).
    waking = load(host, priority).catch((error) => {
      console.error('UI component cannot be found', host.getAttribute('name'), error);
      // On <html>, since a `:has()` rule would restyle the page for each waking island.
      tellFailed(1);
      // Offline failures are retried when the connection is back.
      addEventListener(
        'online',
        () => {
          started.delete(host);
          // A failed retry first counts again.
          wake(host, priority).then(() => tellFailed(-1));
        },
        { once: true },
      );
    });
    started.set(host, waking);
    void waking.then(() => holdReady(-1));
  }
  return waking;
}

async function load(host: HTMLElement, priority: 'low' | 'high'): Promise<void> {
  const urls = (host.getAttribute('chunks') ?? '').split(' ').map((chunk) => new URL(chunk, location.href));
  // An injected attribute must not load a foreign script.
  if (urls.some((url) => url.origin !== location.origin)) throw new Error('foreign origin');
  // Preloads all files at once, since import() alone finds them one by one. After a touch somebody waits, and loading
  // pictures would delay them for seconds on a slow connection.
  for (const { href } of urls) {
    if (document.querySelector(`link[href="${href}"]`)) continue;
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.fetchPriority = priority;
    link.href = href;
    document.head.append(link);
  }
  const runtime: { hydrate: Hydrate } = await import(/* @vite-ignore */ urls[0]?.href ?? '');
  await runtime.hydrate(host);
}

/** Elements that work without React need no second click. A submit button needs a form address. */
const NATIVE = 'a[href],summary,label,input,select,textarea,[action] [type=submit],[popovertarget],[command]';

function touched(event: Event): void {
  const target = event.target as Element;
  // The target may be the document, which has no `closest`.
  const host = target.closest?.<HTMLElement>(TAG);
  if (!host || host.hasAttribute('awake')) return;
  const waking = wake(host, 'high');
  if (event.type !== 'click' || host.hasAttribute('clicked') || target.closest(NATIVE)) return;
  const button = target.closest<HTMLElement>('button,[role]');
  if (!button) return;
  host.setAttribute('clicked', '');
  void waking.then(() => host.hasAttribute('awake') && button.isConnected && button.click());
}

for (const type of ['pointerover', 'touchstart', 'focusin', 'click']) {
  // Touch listeners on the document are passive by default.
  document.addEventListener(type, touched, true);
}

/** Loads the retry script for failed pictures. Most pages never need it. The script itself may fail too. */
function bringPictures(pauseMs = 2000): void {
  import.meta.later('../media/pictures/wake.ts').then(
    ({ keepTrying }) => keepTrying(),
    () => setTimeout(bringPictures, pauseMs, 2 * pauseMs),
  );
}

const isBroken = ({ complete, naturalWidth }: HTMLImageElement): boolean => complete && !naturalWidth;

function rest(): void {
  // Readers load it when idle, since it could not load offline.
  if (document.querySelector('[data-stage]') || [...document.images].some(isBroken)) bringPictures();
  else document.addEventListener('error', () => bringPictures(), { capture: true, once: true });
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting) void wake(target.closest<HTMLElement>(TAG) ?? (target as HTMLElement), 'low');
      }
    },
    { rootMargin: '200px' },
  );
  // Islands with reader state stay asleep for others until touched (theme.ts).
  const asleep = root.dataset.reader ? '' : ',[wake=reader]';
  for (const host of document.querySelectorAll<HTMLElement>(`${TAG}:not([wake=touch]${asleep})`)) {
    // The host has no box (display: contents), but its child has.
    const child = host.getAttribute('wake') === 'visible' && host.firstElementChild;
    if (child) seen.observe(child);
    else void wake(host, 'low');
  }
  // Visible islands wake in the next frame.
  void Promise.all([document.fonts.ready, document.activeViewTransition?.finished]).then(() =>
    requestAnimationFrame(() => setTimeout(holdReady, 0, -1)),
  );
}

/** `load` fires after all eager pictures, so the largest one is painted by then. */
function whenAtRest(): void {
  if ('requestIdleCallback' in window) requestIdleCallback(rest, { timeout: 3000 });
  else setTimeout(rest, 200);
}

if (document.readyState === 'complete') whenAtRest();
else addEventListener('load', whenAtRest, { once: true });

declare global {
  interface ImportMeta {
    later(path: '../media/pictures/wake.ts'): Promise<typeof import('../media/pictures/wake.ts')>;
  }
}
