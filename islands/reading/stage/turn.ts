/** What the reader's script and the part of it that lets the next episode follow know of each other. */
import type { Panels } from './panels.ts';
import type { Stage } from './types.ts';

/** What an episode in sight has woken; it sleeps again when another one comes into sight. */
export type Woken = { stage: Stage | null; panels: Panels };

/** `leave` before the document is changed for the next episode, `enter` afterwards. */
export type Turn = { leave(): void; enter(element: HTMLElement): Woken };

/** An end is near so many items before the last. */
export const NEAR_COUNT = 2;
