/** Fetches what lets the next episode follow by itself, once somebody is about to reach it. */
import type { Panels } from './panels.ts';
import { followsOn } from './showing.ts';
import type { Stage } from './types.ts';

/** What an episode in sight has woken; it sleeps again when another one comes into sight. */
export type Woken = { stage: Stage | null; panels: Panels };

/** `leave` before the document is changed for the next episode, `enter` afterwards. */
export type Turn = { leave(): void; enter(element: HTMLElement): Woken };

/** So many items before the last. */
export const NEAR_COUNT = 2;

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
    later(path: '../onward/onward.ts'): Promise<typeof import('../onward/onward.ts')>;
  }
}
