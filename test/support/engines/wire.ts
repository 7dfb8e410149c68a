export type Size = { width: number; height: number };

/** W3C WebDriver §15.4: keyboard and mouse actions, the same in both protocols. */
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

/** One window in its own profile. */
export type Wire = {
  navigate(url: string): Promise<void>;
  /** Runs an expression in the page, awaits its promise, and returns its text. */
  run(expression: string): Promise<string>;
  act(sources: Source[]): Promise<void>;
  resize(size: Size): Promise<void>;
  /** Uncaught errors, and errors logged to the console. */
  faults(): string[];
  close(): Promise<void>;
};

export type Engine = {
  name: string;
  open(size: Size): Promise<Wire>;
  close(): Promise<void>;
};
