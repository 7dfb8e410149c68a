/** Saves a story's details by itself, and says honestly how that stands. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, api, isPassing } from '../api.ts';
import { type Refusal, useWording } from '../useRefusal.ts';
import {
  changedBetween,
  changeOf,
  type DetailName,
  type Details,
  detailsOf,
  merge,
  type Story,
} from './details.ts';

const PAUSE_MS = 800;
const RETRY_FIRST_MS = 3000;
const RETRY_LONGEST_MS = 60_000;

export type SaveState =
  | { kind: 'clean' }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  | { kind: 'saved' }
  /** Refused for what it says: waits for a change. */
  | { kind: 'refused'; refusal: Refusal }
  /** Nobody answered: tried again by itself. */
  | { kind: 'lost'; refusal: Refusal }
  /** The format waits for a word on the pages that it makes anew; all else is saved. */
  | { kind: 'asks'; pages: number }
  /** Somebody else changed the same: waits for a decision. */
  | { kind: 'disputed'; theirs: Details; names: DetailName[] };

const isSafe = ({ kind }: SaveState): boolean => kind === 'clean' || kind === 'saved';

export function useAutosave(story: Story) {
  const wording = useWording();
  const [details, setDetails] = useState(() => detailsOf(story));
  const [state, setState] = useState<SaveState>({ kind: 'clean' });
  /** What somebody else changed meanwhile and this form took over. */
  const [taken, setTaken] = useState<readonly DetailName[]>([]);
  const [known, setKnown] = useState(story);
  const mine = useRef(details);
  const base = useRef(details);
  const version = useRef(story.lock_version);
  const isRunning = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const retryMs = useRef(RETRY_FIRST_MS);
  const stateNow = useRef(state);
  /** How many pages may be made anew, once. */
  const confirmed = useRef<number>(undefined);

  const tell = useCallback((next: SaveState) => {
    stateNow.current = next;
    setState(next);
  }, []);
  const put = useCallback((next: Details) => {
    mine.current = next;
    setDetails(next);
  }, []);

  /** Their version becomes the ground to stand on; what only they changed is taken over. Tells whether all is settled. */
  const settle = useCallback(async (): Promise<boolean> => {
    const { story: newest } = await api('GET /creator/stories/:id', { params: { id: story.id } });
    const theirs = detailsOf(newest);
    const result = merge(base.current, mine.current, theirs);
    version.current = newest.lock_version;
    setKnown(newest);
    setTaken(result.taken);
    put(result.details);
    base.current = theirs;
    if (result.disputed.length === 0) return true;
    tell({ kind: 'disputed', theirs, names: result.disputed });
    return false;
  }, [story.id, put, tell]);

  const send = useCallback(
    async (names: readonly DetailName[]): Promise<void> => {
      const sent = mine.current;
      const pages = names.includes('format') ? confirmed.current : undefined;
      const { story: saved } = await api('PATCH /creator/stories/:id', {
        params: { id: story.id },
        body: {
          ...changeOf(sent, names),
          lock_version: version.current,
          ...(pages === undefined ? {} : { pages_to_remake: pages }),
        },
        keepalive: true,
      });
      version.current = saved.lock_version;
      base.current = { ...base.current, ...Object.fromEntries(names.map((name) => [name, sent[name]])) };
      setKnown(saved);
    },
    [story.id],
  );

  /** Saves what has changed until nothing has; one call at a time, so that an older one never arrives after a newer. */
  const save = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current);
    if (isRunning.current || stateNow.current.kind === 'disputed') return;
    isRunning.current = true;
    const refused = new Set<string>();
    let refusal: Refusal | null = null;
    let asked: number | null = null;
    try {
      for (;;) {
        const names = changedBetween(base.current, mine.current).filter((name) => !refused.has(name));
        if (names.length === 0) break;
        tell({ kind: 'saving' });
        try {
          await send(names);
          retryMs.current = RETRY_FIRST_MS;
        } catch (error) {
          if (error instanceof ApiError && error.code === 'stale_version') {
            if (!(await settle())) return;
            continue;
          }
          if (error instanceof ApiError && error.code === 'pages_to_remake') {
            asked = Number(error.members.pages_to_remake);
            refused.add('format');
            continue;
          }
          const wrong = error instanceof ApiError ? Object.keys(error.fields) : [];
          if (wrong.length === 0) throw error;
          // One wrong field does not keep the others from being saved.
          refusal = wording(error);
          for (const name of wrong) refused.add(name);
          if (!names.some((name) => wrong.includes(name))) break;
        }
      }
      confirmed.current = undefined;
      if (asked !== null) tell({ kind: 'asks', pages: asked });
      else if (refusal !== null) tell({ kind: 'refused', refusal });
      else if (stateNow.current.kind !== 'clean') tell({ kind: 'saved' });
    } catch (error) {
      const told = wording(error);
      tell({ kind: isPassing(error) ? 'lost' : 'refused', refusal: told });
      if (!isPassing(error)) return;
      timer.current = setTimeout(() => void save(), retryMs.current);
      retryMs.current = Math.min(retryMs.current * 2, RETRY_LONGEST_MS);
    } finally {
      isRunning.current = false;
    }
  }, [send, settle, tell, wording]);

  const change = useCallback(
    (patch: Partial<Details>): void => {
      put({ ...mine.current, ...patch });
      if (stateNow.current.kind === 'disputed') return;
      clearTimeout(timer.current);
      if (!isRunning.current) {
        const isBack = changedBetween(base.current, mine.current).length === 0;
        tell({ kind: isBack ? 'clean' : 'waiting' });
        if (isBack) return;
      }
      timer.current = setTimeout(() => void save(), PAUSE_MS);
    },
    [put, save, tell],
  );

  /** The decision of a dispute, field by field. */
  const decide = useCallback(
    (choice: Partial<Details>): void => {
      tell({ kind: 'waiting' });
      put({ ...mine.current, ...choice });
      void save();
    },
    [put, save, tell],
  );

  /** The word on the pages: made anew, or the format stays. */
  const confirm = useCallback(
    (pages: number): void => {
      confirmed.current = pages;
      decide({});
    },
    [decide],
  );
  const decline = useCallback(() => change({ format: base.current.format }), [change]);

  /** What waits is saved before anybody looks elsewhere. */
  const flush = useCallback((): void => {
    if (stateNow.current.kind === 'waiting') void save();
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

  return { details, state, taken, known, change, flush, decide, confirm, decline, retry: save };
}
