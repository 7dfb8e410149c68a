/** Fetches what lets the next episode follow by itself, once somebody is about to reach it. */
import { followsOn } from './showing.ts';
import { NEAR_COUNT, type Turn } from './turn.ts';
import type { Stage } from './types.ts';

export function leadOn(host: HTMLElement, stage: Stage, turn: Turn): void {
  let isAsked = false;
  const look = (): void => {
    const { items, seen, showing, isPaged } = stage;
    if (isAsked || isPaged || !followsOn(showing) || seen.last < items.length - NEAR_COUNT) return;
    isAsked = true;
    import.meta.later('../onward/onward.ts').then(
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
    /** Brings a script in a file of its own (../build/later.ts). */
    later(path: './hint.ts'): Promise<typeof import('./hint.ts')>;
    later(path: './account.ts'): Promise<typeof import('./account.ts')>;
    later(path: './stage/account.ts'): Promise<typeof import('./account.ts')>;
    later(path: '../stage/account.ts'): Promise<typeof import('./account.ts')>;
    later(path: './attention.ts'): Promise<typeof import('./attention.ts')>;
    later(path: './arrival.ts'): Promise<typeof import('./arrival.ts')>;
    later(path: './sheets.ts'): Promise<typeof import('./sheets.ts')>;
    later(path: '../stage/sheets.ts'): Promise<typeof import('./sheets.ts')>;
    later(path: '../onward/find.ts'): Promise<typeof import('../onward/find.ts')>;
    later(path: '../onward/glide.ts'): Promise<typeof import('../onward/glide.ts')>;
    later(path: '../onward/thumbs.ts'): Promise<typeof import('../onward/thumbs.ts')>;
    later(path: '../tsukkomi/wake.ts'): Promise<typeof import('../tsukkomi/wake.ts')>;
    later(path: './offline/wake.ts'): Promise<typeof import('../offline/wake.ts')>;
    later(path: '../slots.ts'): Promise<typeof import('../slots.ts')>;
    later(path: '../onward/last.ts'): Promise<typeof import('../onward/last.ts')>;
    later(path: '../onward/onward.ts'): Promise<typeof import('../onward/onward.ts')>;
  }
}
