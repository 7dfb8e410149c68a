import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { CommentList } from '../../../server/domains/community/comments/queries.ts';
import type { Sort } from '../../../server/domains/community/comments/rules.ts';
import { api, isPassing } from '../../api.ts';
import { live } from '../../notifications/live.ts';
import { isSignedIn } from '../../reading/story/reader.ts';
import { keepFresh } from '../../refreshing.ts';
import { useWording } from '../../useRefusal.ts';
import { countNewer, newestSeen, refreshed } from './fresh.ts';
import { useInSight } from './useInSight.ts';

export const PER_PAGE = 24;
/** Polling interval without live events. */
const LOOKED_EVERY_MS = 20_000;

export type Subject = { kind: 'episode' | 'story'; id: string };

export type Wanted = { sort: Sort; count: number };

type State = { list: CommentList | null; wanted: Wanted; newer: number; version: number };

export type ListOptions = {
  start: CommentList | null;
  sort: Sort;
  count: number;
  hasSession: boolean;
  root: RefObject<HTMLElement | null>;
};

export function useList(subject: Subject, { start, sort, count, hasSession, root }: ListOptions) {
  const wording = useWording();
  const [state, setState] = useState<State>({ list: start, wanted: { sort, count }, newer: 0, version: 0 });
  const [failed, setFailed] = useState<string | null>(null);
  const [isIn, setIn] = useState(hasSession);
  const latest = useRef(0);
  /** Number of the load whose list is shown. */
  const loaded = useRef(0);
  const now = useRef(state);
  now.current = state;
  const looks = useRef(async (): Promise<void> => undefined);
  /** Null when the shown list does not tell which comment is newest. */
  const seenUpTo = useRef<string | null>(null);
  const first = start?.page ?? 1;
  /** The reader's last new comment. It is shown wherever it ranks in the order. */
  const own = useRef<string | null>(null);
  const ask = useCallback(
    ({ sort, count }: Wanted, page = first) =>
      api('GET /comments', {
        query: {
          ...(subject.kind === 'episode' ? { episode_id: subject.id } : { story_id: subject.id }),
          sort,
          ...(page > 1 ? { page } : {}),
          per_page: count,
        },
        stay: true,
      }),
    [subject.kind, subject.id, first],
  );
  const askWithOwn = useCallback(async (next: Wanted) => withOwn(await ask(next), own.current), [ask]);
  const load = useCallback(
    async (next: Wanted) => {
      latest.current += 1;
      const turn = latest.current;
      try {
        const list = await askWithOwn(next);
        if (turn !== latest.current) return;
        seenUpTo.current = null;
        loaded.current = turn;
        // Updates the ref before rendering, so that a refresh starting now uses this list.
        now.current = { list, wanted: next, newer: 0, version: turn };
        setState(now.current);
        setFailed(null);
      } catch (error) {
        if (turn === latest.current) setFailed(wording(error).message);
      }
    },
    [askWithOwn, wording],
  );
  const look = useCallback(async () => {
    const { list: shown, wanted } = now.current;
    const [turn, stood] = [latest.current, loaded.current];
    if (shown === null) return;
    const isNewest = wanted.sort === 'new' && first === 1;
    try {
      const found = await askWithOwn(wanted);
      const newest = isNewest ? found : await ask({ sort: 'new', count: PER_PAGE }, 1);
      if (turn !== latest.current) return;
      // A pending load finished meanwhile. It has the reader's new comment, this refresh does not.
      if (stood !== loaded.current) return void (await looks.current());
      seenUpTo.current ??= newestSeen(shown, newest, isNewest);
      const newer = first === 1 ? countNewer(shown, newest, seenUpTo.current) : 0;
      setState((state) => ({ ...state, list: refreshed(shown, found, wanted.sort), newer }));
    } catch (error) {
      // Temporary errors are retried. Otherwise the reader may no longer see the list.
      if (turn === latest.current && !isPassing(error)) setFailed(wording(error).message);
    }
  }, [ask, askWithOwn, first, wording]);
  looks.current = look;
  const isEmpty = start === null;
  useEffect(() => {
    setIn(isSignedIn());
    if (isEmpty) void load({ sort, count });
  }, [isEmpty, load, sort, count]);
  const inSight = useInSight(root, state.list !== null);
  useEffect(() => {
    if (!inSight) return;
    const leaving = new AbortController();
    const topic = `${subject.kind}_comments:${subject.id}` as const;
    const looking = oneAtATime(look, leaving.signal);
    keepFresh(async () => live.isHeard(topic) || looking(), {
      everyMs: LOOKED_EVERY_MS,
      signal: leaving.signal,
    });
    const leave = live.listenTo(topic, () => void looking());
    return () => {
      leave();
      leaving.abort();
    };
  }, [inSight, look, subject.kind, subject.id]);
  const keepOwn = (id: string): void => {
    own.current = id;
  };
  return { ...state, failed, isIn, load, keepOwn };
}

async function withOwn(list: CommentList, id: string | null): Promise<CommentList> {
  if (id === null || list.comments.some((comment) => comment.id === id)) return list;
  try {
    const { comment } = await api('GET /comments/:id', { params: { id }, stay: true });
    return comment.gone ? list : { ...list, comments: [comment, ...list.comments] };
  } catch {
    return list;
  }
}

/** Events during a refresh trigger one more refresh afterwards. */
function oneAtATime(look: () => Promise<void>, signal: AbortSignal): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isAgain = false;
  return async function looking(): Promise<void> {
    if (signal.aborted) return;
    if (running !== null) {
      isAgain = true;
      return running;
    }
    running = look();
    await running;
    running = null;
    if (!isAgain) return;
    isAgain = false;
    await looking();
  };
}
