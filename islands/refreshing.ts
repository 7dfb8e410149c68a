/** Repeats an action while the page is visible. After a hidden time it runs once. */
import { browserClock, type Clock } from './clock.ts';

export type Sight = {
  isHidden(): boolean;
  onChange(look: () => void, signal: AbortSignal): void;
};

export const browserSight: Sight = {
  isHidden: () => document.hidden,
  onChange: (look, signal) => document.addEventListener('visibilitychange', look, { signal }),
};

export type Refreshing = {
  everyMs: number;
  signal: AbortSignal;
  clock?: Clock;
  sight?: Sight;
};

/** `again` never rejects. It first runs after `everyMs`, and runs never overlap. */
export function keepFresh(
  again: () => Promise<unknown>,
  { everyMs, signal, clock = browserClock, sight = browserSight }: Refreshing,
): void {
  let lastMs = clock.now();
  let isBusy = false;
  let cancel = (): void => undefined;

  async function look(): Promise<void> {
    cancel();
    if (signal.aborted || isBusy || sight.isHidden()) return;
    const leftMs = lastMs + everyMs - clock.now();
    if (leftMs > 0) {
      cancel = clock.later(leftMs, () => void look());
      return;
    }
    lastMs = clock.now();
    isBusy = true;
    await again();
    isBusy = false;
    await look();
  }

  signal.addEventListener('abort', () => cancel());
  sight.onChange(() => void look(), signal);
  void look();
}
