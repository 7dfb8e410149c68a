/**
 * Saves what is written while it is written, and says honestly how far that is. What is not yet with the server lies in the
 * browser's own store; what somebody else has written meanwhile is never overwritten unasked.
 */
export type Draft = { title: string; html: string };

export type SaveState =
  | { kind: 'saved' }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  /** No connection, or a server that restarts: tried again by itself. */
  | { kind: 'kept' }
  | { kind: 'conflict' }
  | { kind: 'refused'; error: unknown };

export type AutosaveOptions = {
  /** As the server has it. */
  base: Draft;
  /** Answers what the server has now. */
  send(draft: Draft): Promise<Draft>;
  /** Asked after a conflict: what the server has, somebody else's work perhaps. */
  fetch(): Promise<Draft>;
  judge(error: unknown): 'conflict' | 'passing' | 'final';
  /** Keeps a copy in the browser; null when there is nothing to keep. */
  keep(draft: Draft | null): void;
  onState(state: SaveState): void;
};

const WAIT_MS = 1500;
export const LONGEST_WAIT_MS = 10_000;
const RETRY_MS = 5000;

const isSameDraft = (one: Draft, other: Draft): boolean =>
  one.title.trim() === other.title.trim() && one.html === other.html;

export type Autosave = ReturnType<typeof createAutosave>;

export function createAutosave(options: AutosaveOptions) {
  let { base } = options;
  let draft = base;
  let state: SaveState = { kind: 'saved' };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitingSince: number | null = null;
  let running: Promise<void> | null = null;
  let isStopped = false;

  const tell = (next: SaveState): void => {
    state = next;
    if (!isStopped) options.onState(next);
  };
  const isDue = (): boolean => !isSameDraft(draft, base);

  const plan = (waitMs: number): void => {
    clearTimeout(timer);
    // A refusal is told through the state.
    if (!isStopped) timer = setTimeout(() => void save().catch(() => undefined), waitMs);
  };

  /** Sends until nothing is left; rejects with the refusal. */
  function save(): Promise<void> {
    clearTimeout(timer);
    running ??= drain().finally(() => {
      running = null;
    });
    return running;
  }

  async function drain(): Promise<void> {
    while (isDue()) {
      const sent = draft;
      waitingSince = null;
      tell({ kind: 'saving' });
      try {
        base = await sendOrFollow(sent);
        // What the server made of it is what was meant, unless more has been written since.
        if (draft === sent) draft = base;
      } catch (error) {
        settleRefusal(error);
        throw error;
      }
    }
    options.keep(null);
    tell({ kind: 'saved' });
  }

  /** A version that changed although this text did not (a page sorted, a title changed) is no conflict. */
  async function sendOrFollow(sent: Draft): Promise<Draft> {
    try {
      return await options.send(sent);
    } catch (error) {
      if (options.judge(error) !== 'conflict') throw error;
      const theirs = await options.fetch();
      if (!isSameDraft(theirs, base) && !isSameDraft(theirs, sent)) throw error;
      return options.send(sent);
    }
  }

  function settleRefusal(error: unknown): void {
    const verdict = options.judge(error);
    options.keep(draft);
    if (verdict === 'conflict') tell({ kind: 'conflict' });
    else if (verdict === 'final') tell({ kind: 'refused', error });
    else {
      tell({ kind: 'kept' });
      plan(RETRY_MS);
    }
  }

  return {
    /** `now` in milliseconds. */
    change(next: Draft, now = Date.now()): void {
      draft = next;
      if (!isDue()) {
        if (running === null && state.kind !== 'conflict') {
          clearTimeout(timer);
          options.keep(null);
          tell({ kind: 'saved' });
        }
        return;
      }
      options.keep(draft);
      if (state.kind === 'conflict') return;
      if (running === null) tell(state.kind === 'kept' ? state : { kind: 'waiting' });
      waitingSince ??= now;
      plan(Math.max(0, Math.min(WAIT_MS, waitingSince + LONGEST_WAIT_MS - now)));
    },
    /** Everything is with the server, or the refusal is thrown. */
    async flush(): Promise<void> {
      if (state.kind === 'conflict') throw new Error('conflict');
      await save();
    },
    /** Mine over what somebody else wrote. */
    async overwrite(): Promise<void> {
      base = await options.fetch();
      state = { kind: 'waiting' };
      await save();
    },
    /** Theirs instead of mine; answers what to show. */
    async adopt(): Promise<Draft> {
      base = await options.fetch();
      draft = base;
      options.keep(null);
      tell({ kind: 'saved' });
      return base;
    },
    /** The server was found to hold something else than the kept copy is based on. */
    dispute(kept: Draft): void {
      draft = kept;
      tell({ kind: 'conflict' });
    },
    get isDue(): boolean {
      return isDue();
    },
    get draft(): Draft {
      return draft;
    },
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
