/** Auto-scroll, until the reader touches anything. Pauses behind an open panel and in a hidden tab. */
const LEVELS = 9;
const USUAL = 3;
/** Share of the screen's height per second and level. */
const SHARE = 0.03;
/** A tab that was hidden must not jump ahead. */
const FRAME_MAX_MS = 100;
const KEY = 'glide';
const OWN_KEYS = new Set(['Tab', 'Shift', 'Enter', ' ']);

const root = document.documentElement;
let running: AbortController | null = null;

export function startGliding(control: HTMLElement): void {
  running?.abort();
  const stopped = new AbortController();
  const { signal } = stopped;
  running = stopped;
  let level = keptLevel();
  let frame = 0;
  let before = performance.now();
  let rest = 0;

  function stop(): void {
    if (signal.aborted) return;
    stopped.abort();
    cancelAnimationFrame(frame);
    control.hidden = true;
    if (/(^|; )signed_in=1/.test(document.cookie))
      void import.meta.later('../stage/account.ts').then(
        ({ sendSpeed }) => sendSpeed(),
        () => undefined,
      );
  }
  function draw(): void {
    const speed = control.querySelector<HTMLElement>('[data-glide-speed]');
    if (speed) speed.textContent = (speed.dataset.glideSpeed ?? '').replace('{level}', String(level));
  }
  function change(by: number): void {
    level = Math.min(LEVELS, Math.max(1, level + by));
    keepLevel(level);
    draw();
  }
  function move(now: number): void {
    if (root.dataset.way === 'pages' || isAtBottom()) {
      stop();
      return;
    }
    frame = requestAnimationFrame(move);
    const elapsed = Math.min(FRAME_MAX_MS, now - before);
    before = now;
    // Not every browser stops drawing in a hidden tab.
    if (document.hidden || document.querySelector('[data-panel][open],dialog[open]')) return;
    rest += (level * innerHeight * SHARE * elapsed) / 1000;
    const whole = Math.trunc(rest);
    rest -= whole;
    if (whole > 0) scrollBy({ top: whole, behavior: 'instant' });
  }

  control.hidden = false;
  draw();
  control.querySelector<HTMLElement>('[data-glide-by="0"]')?.focus({ preventScroll: true });
  frame = requestAnimationFrame(move);
  void keepAwake(signal);
  control.addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element && target.closest<HTMLElement>('[data-glide-by]');
      if (!button) return;
      const by = Number(button.dataset.glideBy);
      if (by === 0) stop();
      else change(by);
    },
    { signal },
  );
  const isOwn = ({ target }: Event): boolean => target instanceof Node && control.contains(target);
  for (const type of ['pointerdown', 'touchstart', 'wheel'])
    addEventListener(type, (event) => !isOwn(event) && stop(), { signal, passive: true, capture: true });
  addEventListener(
    'keydown',
    (event) => {
      const by = { ',': -1, '<': -1, '.': 1, '>': 1 }[event.key];
      if (by) change(by);
      else if (!isOwn(event) || !OWN_KEYS.has(event.key)) stop();
      // The key that started it only stops it.
      if (by || /^(?:s|escape)$/i.test(event.key)) event.preventDefault();
    },
    { signal, capture: true },
  );
}

const isAtBottom = (): boolean => scrollY + innerHeight >= root.scrollHeight - 1;

function keptLevel(): number {
  try {
    const kept = Number(localStorage.getItem(KEY));
    return Number.isInteger(kept) && kept >= 1 && kept <= LEVELS ? kept : USUAL;
  } catch {
    return USUAL;
  }
}

function keepLevel(level: number): void {
  try {
    localStorage.setItem(KEY, String(level));
  } catch {
    // The level lasts until it stops.
  }
}

/** Keeps the screen on without touches. The browser releases the lock when the tab is hidden. */
async function keepAwake(signal: AbortSignal): Promise<void> {
  let lock: WakeLockSentinel | undefined;
  const take = async (): Promise<void> => {
    if (document.visibilityState !== 'visible' || signal.aborted) return;
    lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
    if (signal.aborted) await lock?.release().catch(() => undefined);
  };
  signal.addEventListener('abort', () => void lock?.release().catch(() => undefined));
  document.addEventListener('visibilitychange', take, { signal });
  await take();
}
