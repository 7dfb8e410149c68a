/** What a browser is asked for, whichever protocol it speaks. */

export type Size = { width: number; height: number };

/** W3C WebDriver §15.4: what keyboards and mice do, the same in both protocols. */
export type Source =
  | { type: 'key'; id: string; actions: { type: 'keyDown' | 'keyUp'; value: string }[] }
  | {
      type: 'pointer';
      id: string;
      parameters: { pointerType: 'mouse' };
      actions: (
        | { type: 'pointerMove'; x: number; y: number; duration: number }
        | { type: 'pointerDown' | 'pointerUp'; button: number }
      )[];
    };

/** One window in a profile of its own. */
export type Wire = {
  /** Answers when the page has loaded. */
  navigate(url: string): Promise<void>;
  /** Runs an expression in the page, waits for the promise that it is, and answers its text. */
  run(expression: string): Promise<string>;
  act(sources: Source[]): Promise<void>;
  resize(size: Size): Promise<void>;
  /** Errors that nobody caught, and those that were written to the console. */
  faults(): string[];
  close(): Promise<void>;
};

export type Engine = {
  name: string;
  open(size: Size): Promise<Wire>;
  close(): Promise<void>;
};
