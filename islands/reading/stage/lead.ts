/** Loads the code that lets the next episode follow, once the reader is about to reach it. */
import { followsOn } from './showing.ts';
import { NEAR_COUNT, type Turn } from './turn.ts';
import type { Stage } from './types.ts';

export function leadOn(host: HTMLElement, stage: Stage, turn: Turn): void {
  let isAsked = false;
  const look = (): void => {
    const { items, seen, showing, isPaged } = stage;
    if (isAsked || isPaged || !followsOn(showing) || seen.last < items.length - NEAR_COUNT) return;
    isAsked = true;
    import.meta.later('../continuous/continuous.ts').then(
      ({ goOn }) => goOn(host, stage, turn),
      () => {
        isAsked = false;
      },
    );
  };
  stage.onSeen(look);
  stage.onShowing(look);
}

declare global {
  interface ImportMeta {
    /** Loads a script from a file of its own (../../build/later.ts). */
    later(path: './hint.ts'): Promise<typeof import('./hint.ts')>;
    later(
      path: '../stage/account.ts' | './account.ts' | './stage/account.ts',
    ): Promise<typeof import('./account.ts')>;

    later(path: './attention.ts'): Promise<typeof import('./attention.ts')>;
    later(path: './arrival.ts'): Promise<typeof import('./arrival.ts')>;
    later(path: '../../reading/stage/sheets.ts' | './sheets.ts'): Promise<typeof import('./sheets.ts')>;

    later(path: '../continuous/find.ts'): Promise<typeof import('../continuous/find.ts')>;
    later(path: '../continuous/glide.ts'): Promise<typeof import('../continuous/glide.ts')>;
    later(path: '../continuous/thumbs.ts'): Promise<typeof import('../continuous/thumbs.ts')>;
    later(path: '../notes/comic/wake.ts'): Promise<typeof import('../notes/comic/wake.ts')>;
    later(path: '../notes/novel/margin.ts'): Promise<typeof import('../notes/novel/margin.ts')>;
    later(path: '../reading/offline/wake.ts'): Promise<typeof import('../offline/wake.ts')>;
    later(path: '../../income/interstitials.ts'): Promise<typeof import('../../income/interstitials.ts')>;
    later(path: '../continuous/last.ts'): Promise<typeof import('../continuous/last.ts')>;
    later(path: '../continuous/continuous.ts'): Promise<typeof import('../continuous/continuous.ts')>;
  }
}
