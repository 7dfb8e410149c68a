/** Interface of the reader's script for the code that lets the next episode follow. */
import type { Panels } from './panels.ts';
import type { Stage } from './types.ts';

/** Woken for the episode in sight. It sleeps again when another one comes into sight. */
export type Woken = { stage: Stage | null; panels: Panels };

/** `leave` before the document changes for the next episode, `enter` afterwards. */
export type Turn = { leave(): void; enter(element: HTMLElement): Woken };

/** Items before the last at which an end is near. */
export const NEAR_COUNT = 2;
