/** Sends the order of the pages, once no other order is being sent. */
import { type RefObject, useEffect, useState } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { ApiError, api } from '../../api.ts';
import { pageOrder } from './board.ts';
import { isOrderDue, type PageList, type PagesState, type Tell } from './state.ts';
import type { PagesOnServer } from './usePagesOnServer.ts';

export function useOrder(
  episodeId: string,
  now: RefObject<PagesState>,
  { serial, refresh, commit, overtaken }: PagesOnServer,
  tell: Tell,
): boolean {
  const notices = useTranslations('notices');
  const due = isOrderDue(now.current);
  const [ordering, setOrdering] = useState(false);
  const sendOrder = async (): Promise<void> => {
    // The user may have moved more pages meanwhile, so we send the current board.
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
      // Pages came or went meanwhile. Keeps the order of those that remain.
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
  return due || ordering;
}
