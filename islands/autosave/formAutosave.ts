/** Autosave for a form. Changes made on only one side are all kept. One wrong field does not block the others. */
import { ApiError, isPassing } from '../api.ts';
import type { Clock } from '../clock.ts';
import { type Refusal, withoutFields } from '../refusal.ts';
import { createAutosave, isSafe, type Saving } from './autosave.ts';
import { changedBetween, merge, type Names, pick } from './merge.ts';

const WAIT_MS = 800;
const STALE = new Set(['stale_version', 'episode_changed']);

type Disputed<Values> = { theirs: Values; names: (keyof Values & string)[] };
export type SaveState<Values> = Saving<Refusal, Disputed<Values>>;

export type Source<Values> = {
  names: Names<Values>;
  send(change: Partial<Values>): Promise<void>;
  /** After a conflict: returns the server's current values. The next change builds on them. */
  fetch(): Promise<Values>;
  /** The field a refusal asks to confirm, and how many things the change affects. */
  asks?(error: unknown): { name: keyof Values & string; count: number } | null;
};

export type FormShown<Values> = {
  values: Values;
  state: SaveState<Values>;
  /** Errors of fields unchanged since the refusal. */
  wrong: Refusal | null;
  /** Changes by others that this form took over. */
  taken: readonly (keyof Values & string)[];
};

export type FormAutosaveOptions<Values> = {
  source: () => Source<Values>;
  wording: (error: unknown) => Refusal;
  show: (patch: Partial<FormShown<Values>>) => void;
  clock?: Clock;
};

export function createFormAutosave<Values extends object>(
  first: Values,
  { source, wording, show, clock }: FormAutosaveOptions<Values>,
) {
  type Name = keyof Values & string;
  let wrong: Refusal | null = null;
  let question: { name: string; count: number } | null = null;
  const blame = (next: Refusal | null): void => {
    wrong = next;
    show({ wrong });
  };
  const isHeld = (name: string): boolean => wrong?.fields[name] !== undefined || name === question?.name;

  const core = createAutosave<Values, Partial<Values>, Refusal, Disputed<Values>>({
    base: first,
    waitMs: WAIT_MS,
    clock,
    due({ base, mine }) {
      const names = changedBetween(source().names, base, mine).filter((name) => !isHeld(name));
      return names.length === 0 ? null : pick(mine, names);
    },
    async send(part, { base, mine }) {
      await source().send(part);
      return { base: { ...base, ...part }, mine };
    },
    isConflict: (error) => error instanceof ApiError && STALE.has(error.code),
    fetch: () => source().fetch(),
    merge(theirs, { base, mine }) {
      const { values, taken, disputed } = merge(source().names, base, { mine, theirs });
      show({ values, taken });
      return { mine: values, dispute: disputed.length === 0 ? null : { theirs, names: disputed } };
    },
    judge(error, part) {
      const asked = source().asks?.(error) ?? null;
      question = asked ?? question;
      if (asked !== null) return 'held';
      const why = wording(error);
      const names = Object.keys(part) as Name[];
      if (!names.some((name) => why.fields[name] !== undefined))
        return { kind: isPassing(error) ? 'lost' : 'refused', why };
      // Fields corrected while the request was running are sent again.
      const { mine } = core.both;
      const still = withoutFields(why, changedBetween(names, { ...mine, ...part }, mine));
      if (still) blame({ ...still, fields: { ...wrong?.fields, ...still.fields } });
      return 'held';
    },
    held() {
      if (question !== null) return { kind: 'asks', count: question.count };
      return wrong && { kind: 'refused', why: wrong };
    },
    onState: (state) => show({ state }),
  });

  const put = (patch: Partial<Values>): Values => {
    const values = { ...core.both.mine, ...patch };
    question = null;
    show({ values });
    return values;
  };
  const change = (patch: Partial<Values>): void => {
    blame(withoutFields(wrong, Object.keys(patch)));
    core.change(put(patch));
  };
  return {
    change,
    revert: (name: Name): void => change(pick(core.both.base, [name])),
    decide: (choice: Partial<Values>): void => void core.decide(put(choice)),
    /** Retries everything, refused fields included. */
    retry(): Promise<void> {
      blame(null);
      put({});
      return core.save();
    },
    /** Sends unsaved changes now, since the user switches away or the connection is back. */
    flush(): void {
      if (core.state.kind === 'waiting' || core.state.kind === 'lost') void core.save();
    },
    settle: core.settle,
    isSafe: (): boolean => isSafe(core.state),
    stop: core.stop,
  };
}
