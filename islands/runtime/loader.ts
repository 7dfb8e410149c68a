/**
 * Wakes islands: at rest after loading, when they come near the screen, or at the first touch, whichever is first. Works
 * by delegation instead of a custom element's callbacks, which may run before children are parsed, and twice when streamed.
 */
type Hydrate = (host: HTMLElement) => Promise<void>;

const TAG = 'tsuzuki-island';
const root = document.documentElement;
const started = new WeakMap<Element, Promise<void>>();
/** What the page still waits for before it says that it can be used: its first rest, islands that wake, its notices. */
let awaited = 1;
let failed = 0;

export type HoldReady = (more: 1 | -1) => void;

/** `<html data-ready>` is the page's own word to assistive tools and automation (ARCHITECTURE.md). */
export const holdReady: HoldReady = (more) => {
  awaited += more;
  root.toggleAttribute('data-ready', !awaited);
};

/** `more`: islands that could not be mounted. */
const tellFailed: HoldReady = (more) => {
  failed += more;
  root.toggleAttribute('data-failed', !!failed);
};

function wake(host: HTMLElement, priority: 'low' | 'high'): Promise<void> {
  let waking = started.get(host);
  if (!waking) {
    holdReady(1);
    // ERR-42, OPS-15: the HTML stays, the rest of the page works, and one line at the foot says so (pages/base.css).
    waking = load(host, priority).catch((error) => {
      console.error('UI component cannot be found', host.getAttribute('name'), error);
      // The mark is on <html>: a `:has()` rule would restyle the whole page for each island that wakes.
      tellFailed(1);
      // What failed offline is tried again with the next connection.
      addEventListener(
        'online',
        () => {
          started.delete(host);
          // A retry that fails is counted again before it is over.
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
  // An attribute somebody smuggled in must not become a script.
  if (urls.some((url) => url.origin !== location.origin)) throw new Error('foreign origin');
  // All files in one step: import() alone would find them one trip after the other. Nobody waits for them at rest;
  // after a touch somebody does, and pictures that are still coming would hold them up for seconds on a slow line.
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

/** What answers by itself before React does needs no second click; a form does if it has an address. */
const NATIVE = 'a[href],summary,label,input,select,textarea,[action] [type=submit],[popovertarget],[command]';

function touched(event: Event): void {
  const target = event.target as Element;
  // The document itself is touched, too, and has no way up.
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
  // Touches of a document are passive by themselves.
  document.addEventListener(type, touched, true);
}

/** Loads what asks again for failed pictures; most pages never need it. The script may be lost as the picture was. */
function bringPictures(pauseMs = 2000): void {
  import.meta.later('../media/pictures/wake.ts').then(
    ({ keepTrying }) => keepTrying(),
    () => setTimeout(bringPictures, pauseMs, 2 * pauseMs),
  );
}

const isBroken = ({ complete, naturalWidth }: HTMLImageElement): boolean => complete && !naturalWidth;

function rest(): void {
  // A reader gets the script at rest: once the network is gone, it could not come.
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
  // What is drawn of a reader sleeps for everybody else until it is touched (theme.ts).
  const asleep = root.dataset.reader ? '' : ',[wake=reader]';
  for (const host of document.querySelectorAll<HTMLElement>(`${TAG}:not([wake=touch]${asleep})`)) {
    // The host has no box of its own (display: contents), a child has.
    const child = host.getAttribute('wake') === 'visible' && host.firstElementChild;
    if (child) seen.observe(child);
    else void wake(host, 'low');
  }
  // What is in view wakes with the next frame.
  void Promise.all([document.fonts.ready, document.activeViewTransition?.finished]).then(() =>
    requestAnimationFrame(() => setTimeout(holdReady, 0, -1)),
  );
}

/** `load` comes after every picture that was asked for at once, hence after the largest one is painted. */
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
