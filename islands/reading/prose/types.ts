import type { Item, Seen } from '../stage/types.ts';
import type { ReadText } from './text.ts';
export type Flow = {
  /** Text continues to the left. */
  readonly isTurned: boolean;
  /** The chapter scrolls instead of the document, with keys as on pages. */
  readonly isOwn: boolean;
  isAtStart(): boolean;
  isAtEnd(): boolean;
  isOnScreen(box: DOMRect): boolean;
  isBehind(box: DOMRect, line: DOMRect): boolean;
  /** Distance from a line to the start of the screen. */
  topOf(box: DOMRect): number;
  /** Brings a line to the start of the screen, or shows its page. */
  bring(box: DOMRect, top: number): void;
  toStart(): void;
  /** In pixels from the beginning, in any writing direction. */
  way(): number;
  /** One page or screen forward or back. False when there is none. */
  turn(by: 1 | -1): boolean;
  jump(to: 'first' | 'last'): boolean;
  settle?(): void;
  leave?(): void;
};

export type Ways = { onward(): void; back(): void };

export type Book = {
  readonly items: readonly Item[];
  /** `last`: last chapter read to its end. `fraction`: share of the chapter's characters before the top sentence. */
  readonly seen: Seen;
  readonly isDone: boolean;
  readonly flow: Flow;
  readonly text: ReadText;
  goTo(fraction: number): void;
  onSeen(listener: (seen: Seen) => void): void;
};
