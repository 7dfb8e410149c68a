/**
 * Saves what is written while it is written, and says honestly how far that is. Nothing that somebody else wrote is
 * overwritten unasked. It knows neither forms nor chapters: both say what is due, how to send it and how to merge.
 */
import { browserClock } from '../clock.ts';
import { createPump, type Rhythm } from './pump.ts';

/** As many in a row are no coincidence: then the conflict is told instead of followed. */
const CONFLICTS_MAX_COUNT = 5;

type Unsent<Why> =
  /** Nobody answered: tried again by itself. */
  | { kind: 'lost'; why: Why }
  /** Refused for what it says: waits for a change. */
  | { kind: 'refused'; why: Why };

export type Saving<Why, Dispute> =
  | { kind: 'clean' }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: Date }
  | Unsent<Why>
  /** A part waits for a word on what it brings with it; all else is saved. */
  | { kind: 'asks'; count: number }
  /** Somebody else changed the same: waits for a decision. */
  | { kind: 'disputed'; dispute: Dispute };

/** What the server has, and what whoever writes has. */
export type Both<Value> = { base: Value; mine: Value };

export type AutosaveOptions<Value, Part, Why, Dispute> = {
  /** As the server has it. */
  base: Value;
  /** What can be sent; null when nothing is left. */
  due(both: Both<Value>): Part | null;
  /** Answers what the server has now, and what that makes of mine unless more has been written meanwhile. */
  send(part: Part, both: Both<Value>): Promise<Both<Value>>;
  /** Somebody else was quicker: what they wrote is fetched and merged. */
  isConflict(error: unknown): boolean;
  fetch(): Promise<Value>;
  merge(theirs: Value, both: Both<Value>, sent: Part): { mine: Value; dispute: Dispute | null };
  /** `held`: from now on `due` leaves out what this is about, and the rest is sent. */
  judge(error: unknown, part: Part): 'held' | Unsent<Why>;
  /** Why not all is with the server although nothing can be sent. */
  held?(): Extract<Saving<Why, Dispute>, { kind: 'asks' | 'refused' }> | null;
  /** Keeps a copy that outlives the page; null when the server has it all. */
  keep?(mine: Value | null): void;
  onState(state: Saving<Why, Dispute>): void;
} & Rhythm;

/** Null when the server took it. After a conflict their version is the ground to stand on. */
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

  /** Sends until nothing is left that could be sent, or something keeps it from going on. */
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
  /** Something else was found than what mine is based on. */
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
    /** The end of a dispute or of a question. */
    decide(mine: Value): Promise<void> {
      both.mine = mine;
      tell({ kind: 'waiting' });
      return pump.now();
    },
    /** Saves now; what becomes of it is told through the state. */
    save: pump.now,
    /** All is with the server, or what keeps it from there is thrown. */
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
