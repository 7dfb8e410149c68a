/** Saves a form by itself, says honestly how that stands, and overwrites nothing unseen. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { MINUTE_MS } from '../../server/lib/durations.ts';
import { pauseAfter } from '../../server/lib/retry.ts';
import { ApiError, isPassing } from '../api.ts';
import { type Refusal, useWording, withoutFields } from '../useRefusal.ts';
import { changedBetween, merge, type Names, pick } from './merge.ts';

const PAUSE_MS = 800;
const PAUSES = { firstMs: 3000, mostMs: MINUTE_MS };
const STALE = new Set(['stale_version', 'episode_changed']);

export type SaveState<Values> =
  | { kind: 'clean' }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: Date }
  /** Refused for what it says: waits for a change. */
  | { kind: 'refused'; refusal: Refusal }
  /** Nobody answered: tried again by itself. */
  | { kind: 'lost'; refusal: Refusal }
  /** One field waits for a word on what it brings with it; all else is saved. */
  | { kind: 'asks'; count: number }
  /** Somebody else changed the same: waits for a decision. */
  | { kind: 'disputed'; theirs: Values; names: (keyof Values & string)[] };

export type Source<Values> = {
  /** The fields, as the server calls them. */
  names: Names<Values>;
  send(change: Partial<Values>): Promise<void>;
  /** After a conflict: what the server has now. The next change is made on it. */
  fetch(): Promise<Values>;
  /** A refusal that asks for a word: on which field, and on how many things. */
  asks?(error: unknown): { name: keyof Values & string; count: number } | null;
};

const isSafe = ({ kind }: { kind: string }): boolean => kind === 'clean' || kind === 'saved';

export function useAutosave<Values extends object>(first: Values, source: Source<Values>) {
  type Name = keyof Values & string;
  const wording = useWording();
  const [values, setValues] = useState(first);
  const [state, setState] = useState<SaveState<Values>>({ kind: 'clean' });
  /** What is wrong with fields that were not changed since. */
  const [wrong, setWrong] = useState<Refusal | null>(null);
  /** What somebody else changed meanwhile and this form took over. */
  const [taken, setTaken] = useState<readonly Name[]>([]);
  const from = useRef(source);
  const mine = useRef(first);
  const base = useRef(first);
  const running = useRef<Promise<void>>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const failures = useRef(0);
  const stateNow = useRef(state);
  const wrongNow = useRef(wrong);
  const failure = useRef<unknown>(null);
  const question = useRef<{ name: string; count: number } | null>(null);
  from.current = source;

  const tell = useCallback((next: SaveState<Values>) => {
    stateNow.current = next;
    setState(next);
  }, []);
  const put = useCallback((next: Values) => {
    mine.current = next;
    setValues(next);
  }, []);
  const blame = useCallback((next: Refusal | null) => {
    wrongNow.current = next;
    setWrong(next);
  }, []);

  /** Their version becomes the ground to stand on; what only they changed is taken over. Tells whether all is settled. */
  const settleWithThem = useCallback(async (): Promise<boolean> => {
    const theirs = await from.current.fetch();
    const result = merge(from.current.names, base.current, { mine: mine.current, theirs });
    setTaken(result.taken);
    put(result.values);
    base.current = theirs;
    if (result.disputed.length === 0) return true;
    tell({ kind: 'disputed', theirs, names: result.disputed });
    return false;
  }, [put, tell]);

  /** Sends until nothing is left that could be sent; false when it ends in a dispute. */
  const drain = useCallback(async (): Promise<boolean> => {
    question.current = null;
    for (;;) {
      const left = changedBetween(from.current.names, base.current, mine.current);
      // One wrong field does not keep the others from being saved.
      const names = left.filter(
        (name) => wrongNow.current?.fields[name] === undefined && name !== question.current?.name,
      );
      if (names.length === 0) return true;
      tell({ kind: 'saving' });
      const sent = pick(mine.current, names);
      try {
        await from.current.send(sent);
        base.current = { ...base.current, ...sent };
        failures.current = 0;
      } catch (error) {
        failure.current = error;
        if (error instanceof ApiError && STALE.has(error.code)) {
          if (!(await settleWithThem())) return false;
          continue;
        }
        const asked = from.current.asks?.(error) ?? null;
        if (asked !== null) {
          question.current = asked;
          continue;
        }
        const refused = error instanceof ApiError ? Object.keys(error.fields) : [];
        if (!names.some((name) => refused.includes(name))) throw error;
        const { fields, ...rest } = wording(error);
        // What was mended while the answer was on its way is sent again.
        const stale = changedBetween(names, { ...mine.current, ...sent }, mine.current);
        const still = withoutFields({ ...rest, fields }, stale);
        if (still) blame({ ...still, fields: { ...wrongNow.current?.fields, ...still.fields } });
      }
    }
  }, [settleWithThem, tell, blame, wording]);

  /** Answers whether to try again by itself. */
  const run = useCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current);
    if (stateNow.current.kind === 'disputed') return false;
    try {
      if (!(await drain())) return false;
      if (question.current !== null) tell({ kind: 'asks', count: question.current.count });
      else if (wrongNow.current !== null) tell({ kind: 'refused', refusal: wrongNow.current });
      else if (stateNow.current.kind !== 'clean') tell({ kind: 'saved', at: new Date() });
      return false;
    } catch (error) {
      tell({ kind: isPassing(error) ? 'lost' : 'refused', refusal: wording(error) });
      return isPassing(error);
    }
  }, [drain, tell, wording]);

  /** One call at a time, so that an older one never arrives after a newer. */
  const save = useCallback((): Promise<void> => {
    running.current ??= run().then((isDueAgain) => {
      running.current = undefined;
      if (!isDueAgain) return;
      failures.current += 1;
      timer.current = setTimeout(() => void save(), pauseAfter(failures.current, PAUSES));
    });
    return running.current;
  }, [run]);

  const change = useCallback(
    (patch: Partial<Values>): void => {
      put({ ...mine.current, ...patch });
      blame(withoutFields(wrongNow.current, Object.keys(patch)));
      if (stateNow.current.kind === 'disputed') return;
      clearTimeout(timer.current);
      if (running.current === undefined) {
        const isBack = changedBetween(from.current.names, base.current, mine.current).length === 0;
        tell({ kind: isBack ? 'clean' : 'waiting' });
        if (isBack) return;
      }
      timer.current = setTimeout(() => void save(), PAUSE_MS);
    },
    [put, blame, save, tell],
  );

  /** The decision of a dispute, field by field. */
  const decide = useCallback(
    (choice: Partial<Values>): void => {
      tell({ kind: 'waiting' });
      put({ ...mine.current, ...choice });
      void save();
    },
    [put, save, tell],
  );

  /** Back to what the server has. */
  const revert = useCallback((name: Name): void => change(pick(base.current, [name])), [change]);

  /** What waits is saved before anybody looks elsewhere. */
  const flush = useCallback((): void => {
    if (stateNow.current.kind === 'waiting') void save();
  }, [save]);

  /** Tries everything again, what was refused too. */
  const retry = useCallback((): Promise<void> => {
    blame(null);
    return save();
  }, [blame, save]);

  /** All is with the server, or what keeps it from there is thrown. */
  const settle = useCallback(async (): Promise<void> => {
    await save();
    // What was typed while the last call was on its way.
    await save();
    if (!isSafe(stateNow.current)) throw failure.current;
  }, [save]);

  useEffect(() => {
    const hidden = () => document.hidden && flush();
    const back = () => stateNow.current.kind === 'lost' && void save();
    const leaving = (event: BeforeUnloadEvent) => {
      flush();
      if (!isSafe(stateNow.current)) event.preventDefault();
    };
    document.addEventListener('visibilitychange', hidden);
    addEventListener('online', back);
    addEventListener('beforeunload', leaving);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      removeEventListener('online', back);
      removeEventListener('beforeunload', leaving);
    };
  }, [flush, save]);

  useEffect(() => () => clearTimeout(timer.current), []);

  return { values, state, wrong, taken, change, flush, decide, revert, retry, settle };
}
