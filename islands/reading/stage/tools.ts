import type { Panels } from './panels.ts';
import type { Stage } from './types.ts';

export const ZOOM_STEP = 1.25;

const root = document.documentElement;

export function wakeTools(
  host: HTMLElement,
  stage: Stage,
  { panels, bars, signal }: { panels: Panels; bars: HTMLInputElement | null; signal: AbortSignal },
): void {
  const all = (tool: string) => [...host.querySelectorAll<HTMLElement>(`[data-tool=${tool}]`)];
  const onPress = (tool: string, deed: (by: HTMLElement) => void): void => {
    host.addEventListener(
      'click',
      ({ target }) => {
        const by = target instanceof Element && target.closest<HTMLElement>(`[data-tool=${tool}]`);
        if (by) deed(by);
      },
      { signal },
    );
  };

  onPress('zoomIn', () => stage.zoomBy(ZOOM_STEP));
  onPress('zoomOut', () => stage.zoomBy(1 / ZOOM_STEP));

  let pairs = stage.showing.pairs === 'off' ? ('cover' as const) : stage.showing.pairs;
  onPress('pairs', () => stage.show({ pairs: stage.showing.pairs === 'off' ? pairs : 'off' }));
  stage.onShowing((showing) => {
    if (showing.pairs !== 'off') pairs = showing.pairs;
    for (const each of all('pairs')) each.setAttribute('aria-pressed', String(showing.pairs !== 'off'));
  });

  onPress('glide', () => {
    void glide(host, panels);
  });
  onPress('help', async () => {
    if (await panels.need()) host.querySelector<HTMLDialogElement>('#reader-help')?.showModal();
  });

  let enteredBy: HTMLElement | null = null;
  panels.onArrival(() => {
    if (!document.fullscreenEnabled) for (const each of all('fullscreen')) each.hidden = true;
  });
  onPress('fullscreen', (by) => {
    // A browser may refuse. Nothing has changed then.
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    else {
      enteredBy = by;
      void root.requestFullscreen().catch(() => undefined);
    }
  });
  document.addEventListener(
    'fullscreenchange',
    () => {
      const isFull = document.fullscreenElement !== null;
      for (const each of all('fullscreen')) each.setAttribute('aria-pressed', String(isFull));
      if (isFull) {
        panels.close();
        // A bar with the focus stays.
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      }
      if (bars) bars.checked = isFull;
      if (!isFull) enteredBy?.focus({ preventScroll: true });
    },
    { signal },
  );
}

/** Its bar comes with the panels. */
export async function glide(host: HTMLElement, panels: Panels): Promise<void> {
  if (!(await panels.need())) return;
  const code = await import.meta.later('../continuous/glide.ts').catch(() => null);
  const bar = host.querySelector<HTMLElement>('#reader-glide');
  if (!bar || !code) return;
  panels.close();
  code.startGliding(bar);
}
