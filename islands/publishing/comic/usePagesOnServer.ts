/** The pages of an episode as the server has them: changes go out in turn, and no answer that is too old is taken for true. */
import { useRef } from 'react';
import { api } from '../../api.ts';
import { useWording } from '../../useRefusal.ts';
import type { PageList, PagesEvent } from './state.ts';
import type { Tell } from './usePages.ts';

export function usePagesOnServer(episodeId: string, dispatch: (event: PagesEvent) => void, tell: Tell) {
  const wording = useWording();
  const chain = useRef<Promise<unknown>>(Promise.resolve());
  /** How many answers changed what the server has. */
  const changes = useRef(0);

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

  return {
    serial,
    refresh,
    commit,
    overtaken,
    /** Something else than a commit has changed what the server has. */
    changed(): void {
      changes.current += 1;
    },
  };
}

export type PagesOnServer = ReturnType<typeof usePagesOnServer>;
