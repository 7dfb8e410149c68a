/**
 * Saves while the user writes, and reports the true state. Never overwrites the work of others unasked. Independent of
 * forms and chapters. They provide what is due, how to send it and how to merge it.
 */
import { browserClock } from '../clock.ts';
import { createPump, type Rhythm } from './pump.ts';

/** More conflicts in a row are no coincidence, so we report the conflict instead of merging again. */
const CONFLICTS_MAX_COUNT = 5;

type Unsent<Why> =
  /** No answer. Retried automatically. */
  | { kind: 'lost'; why: Why }
  /** The content was refused. Waits for a change. */
  | { kind: 'refused'; why: Why };

export type Saving<Why, Dispute> =
  | { kind: 'clean' }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: Date }
  | Unsent<Why>
  /** A part waits for the user to confirm its consequences. Everything else is saved. */
  | { kind: 'asks'; count: number }
  /** Somebody else changed the same value. Waits for a decision. */
  | { kind: 'disputed'; dispute: Dispute };

export type Both<Value> = { base: Value; mine: Value };

export type AutosaveOptions<Value, Part, Why, Dispute> = {
  base: Value;
  due(both: Both<Value>): Part | null;
  /** Returns the server's new version, and the user's version after this, unless the user wrote more meanwhile. */
  send(part: Part, both: Both<Value>): Promise<Both<Value>>;
  /** True when somebody else saved first. Their version is then fetched and merged. */
  isConflict(error: unknown): boolean;
  fetch(): Promise<Value>;
  merge(theirs: Value, both: Both<Value>, sent: Part): { mine: Value; dispute: Dispute | null };
  /** `held` means that `due` leaves this part out from now on. The rest is sent. */
  judge(error: unknown, part: Part): 'held' | Unsent<Why>;
  /** Why data stays unsaved although nothing can be sent. */
  held?(): Extract<Saving<Why, Dispute>, { kind: 'asks' | 'refused' }> | null;
  /** Keeps a copy that outlives the page. Null removes it when the server has everything. */
  keep?(mine: Value | null): void;
  onState(state: Saving<Why, Dispute>): void;
} & Rhythm;

/** Returns null when the server accepted the part. After a conflict, their version becomes the base. */
async function sendOrFollow<Value, Part, Why, Dispute>(
  options: AutosaveOptions<Value, Part, Why, Dispute>,
  both: Both<Value>,
  part: Part,
): Promise<{ error: unknown; dispute: Dispute | null } | null> {
  const { mine } = both;
  try {
    const after = await options.send(part, both);
    both.base = after.base;
    if (both.mine === mine) both.mine = after.mine;
    return null;
  } catch (error) {
    if (!options.isConflict(error)) throw error;
    const theirs = await options.fetch();
    const merged = options.merge(theirs, both, part);
    Object.assign(both, { base: theirs, mine: merged.mine });
    return { error, dispute: merged.dispute };
  }
}

export const isSafe = ({ kind }: { kind: string }): boolean => kind === 'clean' || kind === 'saved';

export function createAutosave<Value, Part, Why, Dispute>(
  options: AutosaveOptions<Value, Part, Why, Dispute>,
) {
  const { clock = browserClock } = options;
  const both: Both<Value> = { base: options.base, mine: options.base };
  let state: Saving<Why, Dispute> = { kind: 'clean' };
  let failure: unknown = null;
  let isStopped = false;
  const pump = createPump(options, drain);

  const tell = (next: Saving<Why, Dispute>): void => {
    state = next;
    if (!isStopped) options.onState(next);
  };

  async function drain(): Promise<'settled' | 'lost'> {
    for (let conflicts = 0; state.kind !== 'disputed'; ) {
      const part = options.due(both);
      if (part === null) return rest();
      tell({ kind: 'saving' });
      try {
        const conflict = await sendOrFollow(options, both, part);
        if (conflict !== null) failure = conflict.error;
        if (conflict?.dispute) dispute(both.mine, conflict.dispute);
        conflicts = conflict === null ? 0 : conflicts + 1;
        if (conflicts > CONFLICTS_MAX_COUNT) throw failure;
      } catch (error) {
        failure = error;
        const verdict = options.judge(error, part);
        if (verdict === 'held') continue;
        options.keep?.(both.mine);
        tell(verdict);
        return verdict.kind === 'lost' ? 'lost' : 'settled';
      }
    }
    return 'settled';
  }
  function rest(): 'settled' {
    const held = options.held?.() ?? null;
    if (held === null) options.keep?.(null);
    if (held !== null || state.kind !== 'clean') tell(held ?? { kind: 'saved', at: new Date(clock.now()) });
    return 'settled';
  }
  function dispute(mine: Value, about: Dispute): void {
    both.mine = mine;
    tell({ kind: 'disputed', dispute: about });
    options.keep?.(mine);
  }

  return {
    get state() {
      return state;
    },
    get both(): Readonly<Both<Value>> {
      return both;
    },
    get isDue() {
      return options.due(both) !== null;
    },
    change(next: Value): void {
      both.mine = next;
      const isBack = !pump.isRunning && state.kind !== 'disputed' && options.due(both) === null;
      const held = isBack ? (options.held?.() ?? null) : null;
      options.keep?.(isBack && held === null ? null : next);
      if (state.kind === 'disputed') return;
      if (isBack) pump.rest();
      else pump.soon();
      if (isBack) tell(held ?? { kind: 'clean' });
      else if (!pump.isRunning && state.kind !== 'lost') tell({ kind: 'waiting' });
    },
    dispute,
    decide(mine: Value): Promise<void> {
      both.mine = mine;
      tell({ kind: 'waiting' });
      return pump.now();
    },
    /** Saves now. The outcome arrives through the state. */
    save: pump.now,
    /** Resolves when everything is saved. Rejects with the reason otherwise. */
    async settle(): Promise<void> {
      do await pump.now();
      while (state.kind === 'waiting');
      if (!isSafe(state)) throw failure ?? new Error(state.kind);
    },
    stop(): void {
      isStopped = true;
      pump.stop();
    },
  };
}

export type Autosave<Value, Why, Dispute> = ReturnType<typeof createAutosave<Value, unknown, Why, Dispute>>;
