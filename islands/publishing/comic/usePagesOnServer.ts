/** The pages of an episode on the server. Queues changes and ignores outdated answers. */

import { useRef } from 'react';
import { api } from '../../api.ts';
import { useWording } from '../../useRefusal.ts';
import type { PageList, PagesEvent, Tell } from './state.ts';

export function usePagesOnServer(episodeId: string, dispatch: (event: PagesEvent) => void, tell: Tell) {
  const wording = useWording();
  const chain = useRef<Promise<unknown>>(Promise.resolve());
  const changes = useRef(0);

  /** Runs changes one after the other, so that each knows the version after the previous one. */
  const serial = <T>(work: () => Promise<T>): Promise<T> => {
    const next = chain.current.then(work, work);
    chain.current = next.catch(() => undefined);
    return next;
  };
  /** Accepts a list only if none of our changes finished during the request. Otherwise it asks again. */
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
  const commit = async (send: () => Promise<PageList>, follow = false): Promise<void> => {
    const mark = changes.current;
    const answer = await send();
    changes.current += 1;
    if (changes.current === mark + 1) dispatch({ type: 'listed', list: answer, follow });
    else await refresh({ follow });
  };

  /** Reports a refused change and shows the server's data, since somebody else may have edited. */
  const overtaken = (error: unknown): void => {
    tell.failed(wording(error).message);
    // Without an answer the board stays as it is. The error is already shown.
    refresh({ follow: true }).catch(() => undefined);
  };

  return {
    serial,
    refresh,
    commit,
    overtaken,
    changed(): void {
      changes.current += 1;
    },
  };
}

export type PagesOnServer = ReturnType<typeof usePagesOnServer>;
