/** Keeps the page manager's state and the server in step: uploads, order, removal, and what the workers have done. */
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { useTranslations } from '../../locales/react.tsx';
import { ApiError, api } from '../api.ts';
import { poll } from '../poll.ts';
import { useWording } from '../useRefusal.ts';
import { pageOrder } from './board.ts';

import { firstState, isOrderDue, isProcessing, type PageList, type PagesState, reduce } from './state.ts';
import { isBusy } from './uploadQueue.ts';
import { takeLeft, useRemoval } from './useRemoval.ts';
import { useUploads } from './useUploads.ts';

export type Tell = { done(text: string): void; failed(text: string | null): void };

export function usePages(episodeId: string, list: PageList, tell: Tell) {
  const [state, dispatch] = useReducer(reduce, list, firstState);
  const notices = useTranslations('notices');
  const wording = useWording();
  const now = useRef<PagesState>(state);
  const chain = useRef<Promise<unknown>>(Promise.resolve());
  /** How many answers changed what the server has. */
  const changes = useRef(0);
  const [ordering, setOrdering] = useState(false);
  now.current = state;

  /** Changes go out one after the other, so that each knows the version that the one before it left. */
  const serial = <T>(work: () => Promise<T>): Promise<T> => {
    const next = chain.current.then(work, work);
    chain.current = next.catch(() => undefined);
    return next;
  };
  /** Takes a list for true only if nothing of ours was answered while it was on its way; else asks again. */
  const refresh = async ({
    signal,
    follow,
  }: {
    signal?: AbortSignal;
    follow?: boolean;
  } = {}): Promise<PageList> => {
    for (;;) {
      const mark = changes.current;
      const answer = await api('GET /creator/pages', { query: { episode_id: episodeId }, signal });
      if (mark !== changes.current) continue;
      dispatch({ type: 'listed', list: answer, follow });
      return answer;
    }
  };
  /** A change that answers with the list. */
  const commit = async (send: () => Promise<PageList>, follow = false): Promise<void> => {
    const mark = changes.current;
    const answer = await send();
    changes.current += 1;
    if (changes.current === mark + 1) dispatch({ type: 'listed', list: answer, follow });
    else await refresh({ follow });
  };

  /** A change that was refused is told, and what the server has is shown: somebody else may have been here. */
  const overtaken = (error: unknown): void => {
    tell.failed(wording(error).message);
    // Without an answer the board stays as it is; what went wrong has just been told.
    refresh({ follow: true }).catch(() => undefined);
  };

  const uploads = useUploads({
    episodeId,
    state,
    now,
    dispatch,
    changed() {
      changes.current += 1;
    },
    refresh,
    tell,
  });

  const [isStale, setStale] = useState(false);
  const look = useEffectEvent(refresh);
  useEffect(() => {
    if (!takeLeft()) return;
    setStale(true);
    look()
      // Then what the server drew stays, as it would without a look.
      .catch(() => undefined)
      .finally(() => setStale(false));
  }, []);

  const due = isOrderDue(state);
  const sendOrder = async (): Promise<void> => {
    // Between deciding and sending, more may have been moved: what counts is the board as it is now.
    if (!isOrderDue(now.current)) return;
    const send = async (): Promise<PageList> =>
      api('PUT /creator/pages/sort', {
        body: {
          episode_id: episodeId,
          page_ids: pageOrder(now.current.board),
          lock_version: now.current.version,
        },
      });
    const again = async (error: unknown): Promise<PageList> => {
      if (!(error instanceof ApiError) || error.code !== 'episode_changed') throw error;
      // Pages came or went meanwhile: the wish is kept for those that are still there.
      await refresh();
      await new Promise((resolve) => setTimeout(resolve));
      return send();
    };
    await commit(() => send().catch(again));
  };
  useEffect(() => {
    if (!due || ordering) return;
    setOrdering(true);
    void serial(sendOrder)
      .then(() => tell.done(notices('pages_sorted')))
      .catch(overtaken)
      .finally(() => setOrdering(false));
  });

  const processing = isProcessing(state);
  const lookFailed = useEffectEvent((error: unknown) => tell.failed(wording(error).message));
  useEffect(() => {
    if (!processing) return;
    const gone = new AbortController();
    const again = async (): Promise<boolean> => {
      const { pages } = await look({ signal: gone.signal });
      return pages.some((page) => page.state === 'queued' || page.state === 'processing');
    };
    poll(again, gone.signal).catch((error) => gone.signal.aborted || lookFailed(error));
    return () => gone.abort();
  }, [processing]);

  const busy = isBusy(state.queue);
  const roundEnded = useEffectEvent(() => {
    refresh().catch((error) => tell.failed(wording(error).message));
  });
  useEffect(() => {
    if (!busy) return;
    return () => roundEnded();
  }, [busy]);
  useEffect(() => {
    if (!busy) return;
    // The browser asks in its own words whether the uploads may be cut off.
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [busy]);

  const removal = useRemoval({
    hide: (key) => dispatch({ type: 'hidden', key }),
    show: (key) => dispatch({ type: 'shown', key }),
    remove(id, keepalive) {
      const work = async () => {
        const body = { lock_version: now.current.version };
        await commit(() => api('DELETE /creator/pages/:id', { params: { id }, body, keepalive }));
      };
      // A page that is being left has no time to wait for its turn.
      return keepalive ? work() : serial(work);
    },
    refused: overtaken,
  });

  return {
    state,
    busy,
    /** Something is being brought in step; publishing waits for it. */
    settling: due || ordering || isStale,
    removal,
    uploads,
    move: (key: string, place: number) => dispatch({ type: 'moved', key, place }),
    async reverse(): Promise<void> {
      const body = () => ({ episode_id: episodeId, lock_version: now.current.version });
      try {
        await serial(() => commit(() => api('POST /creator/pages/reverse', { body: body() }), true));
        tell.done(notices('order_changed'));
      } catch (error) {
        overtaken(error);
      }
    },
    /** Another picture for a page of a published episode; a refusal is the caller's to tell. */
    swap: (id: string, mediaId: string): Promise<void> =>
      serial(() =>
        commit(() =>
          api('POST /creator/pages/:id/swap', {
            params: { id },
            body: { media_id: mediaId, lock_version: now.current.version },
          }),
        ),
      ),
    refresh,
    /** Runs a change of the episode itself in turn; it gets the version to change. */
    change: <T>(work: (version: number) => Promise<T>) => serial(() => work(now.current.version)),
    versioned: (version: number) => dispatch({ type: 'versioned', version }),
  };
}

export type Pages = ReturnType<typeof usePages>;
