/** Synchronizes the page manager with the server: uploads, order, removal and processing. */

import { useReducer, useRef } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { api } from '../../api.ts';
import type { Tell } from './state.ts';
import { firstState, type PageList, type PagesState, reduce } from './state.ts';
import { useOrder } from './useOrder.ts';
import { usePagesOnServer } from './usePagesOnServer.ts';
import { useRemoval } from './useRemoval.ts';
import { useUploads } from './useUploads.ts';
import { useWatch } from './useWatch.ts';

export function usePages(episodeId: string, list: PageList, tell: Tell, zone: string) {
  const [state, dispatch] = useReducer(reduce, list, firstState);
  const notices = useTranslations('notices');
  const now = useRef<PagesState>(state);
  now.current = state;
  /** Version after the last description. The next one needs it before the page is rendered again. */
  const described = useRef(0);
  const server = usePagesOnServer(episodeId, dispatch, tell);
  const { serial, refresh, commit, overtaken } = server;

  const uploads = useUploads({
    episodeId,
    state,
    now,
    dispatch,
    changed: server.changed,
    refresh,
    tell,
    zone,
  });

  const isOrdering = useOrder(episodeId, now, server, tell);
  const { busy, isStale } = useWatch(state, refresh, tell);

  const removal = useRemoval({
    hide: (key) => dispatch({ type: 'hidden', key }),
    show: (key) => dispatch({ type: 'shown', key }),
    remove(id, keepalive) {
      const work = async () => {
        const body = { lock_version: now.current.version };
        await commit(() => api('DELETE /creator/pages/:id', { params: { id }, body, keepalive }));
      };
      // A request sent while leaving cannot wait in the queue.
      return keepalive ? work() : serial(work);
    },
    refused: overtaken,
  });

  return {
    state,
    busy,
    /** Synchronization is running. Publishing waits for it. */
    settling: isOrdering || isStale,
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
    /** Saves alternative texts by page id. The caller reports errors. */
    describe: (texts: readonly (readonly [id: string, text: string])[]): Promise<void> =>
      serial(() =>
        commit(async () => {
          const version = Math.max(now.current.version, described.current);
          let list: PageList = { pages: [], lock_version: version };
          for (const [id, text] of texts) {
            const body = { alt_text: text, lock_version: list.lock_version };
            list = await api('PATCH /creator/pages/:id', { params: { id }, body, keepalive: true });
            described.current = list.lock_version;
          }
          return list;
        }),
      ),
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
    /** Queues a change of the episode itself and passes it the current version. */
    change: <T>(work: (version: number) => Promise<T>) => serial(() => work(now.current.version)),
    versioned: (version: number) => dispatch({ type: 'versioned', version }),
  };
}

export type Pages = ReturnType<typeof usePages>;
